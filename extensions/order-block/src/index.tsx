import type { Api } from "@shopify/ui-extensions/admin.order-details.block.render";
import { render } from "preact";
import { numberOf } from "../../common/host.ts";
import { OrderBlock } from "./order-block.tsx";

declare const shopify: Api;

export default function extension(): void {
  const [order] = shopify.data.selected;
  const more = () => shopify.navigation.navigate("extension://order-action");
  render(<OrderBlock number={numberOf(order?.id ?? "")} onMore={more} />, document.body);
}
