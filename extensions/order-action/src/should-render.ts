import type { Api } from "@shopify/ui-extensions/admin.order-details.action.should-render";
import type { OrderApplies } from "../../../app/extension-api/responses.ts";
import { callApp } from "../../common/call-app.ts";
import { numberOf } from "../../common/host.ts";

declare const shopify: Api;

/** Whether the admin offers the action for the order; false while the app does not respond. */
export default async function shouldRender(): Promise<{ display: boolean }> {
  const [order] = shopify.data.selected;
  const response = await callApp<OrderApplies>(`orders/${numberOf(order?.id ?? "")}/applies`);
  return { display: response.ok && response.data.applies };
}
