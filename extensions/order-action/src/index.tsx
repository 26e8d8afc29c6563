import type { Api } from "@shopify/ui-extensions/admin.order-details.action.render";
import { render } from "preact";
import { numberOf } from "../../common/host.ts";
import { OrderAction } from "./order-action.tsx";

declare const shopify: Api;

export default function extension(): void {
  const [order] = shopify.data.selected;
  render(<OrderAction number={numberOf(order?.id ?? "")} onClose={() => shopify.close()} />, document.body);
}
