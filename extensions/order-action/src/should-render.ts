import type { Api } from "@shopify/ui-extensions/admin.order-details.action.should-render";
import type { OrderApplies } from "../../../app/extension-api/responses.ts";
import { callApp } from "../../common/call-app.ts";
import { numberOf } from "../../common/host.ts";

declare const shopify: Api;

/** Whether the action is offered for the order that is looked at; not, where the app does not answer. */
export default async function shouldRender(): Promise<{ display: boolean }> {
  const [order] = shopify.data.selected;
  const response = await callApp<OrderApplies>(`orders/${numberOf(order?.id ?? "")}/applies`);
  return { display: response.ok && response.data.applies };
}
