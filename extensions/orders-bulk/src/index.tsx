import type { Api } from "@shopify/ui-extensions/admin.order-index.selection-action.render";
import { render } from "preact";
import { OrdersBulk } from "./orders-bulk.tsx";

declare const shopify: Api;

export default function extension(): void {
  const selected = shopify.data.selected.map(({ id }) => id);
  render(<OrdersBulk selected={selected} onClose={() => shopify.close()} />, document.body);
}
