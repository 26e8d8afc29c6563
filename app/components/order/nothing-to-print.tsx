import { Banner, Text } from "@shopify/polaris";
import type { OrderPage } from "../../orders/view/order-page.ts";

const LEFT_ALONE: Readonly<Record<string, string>> = {
  before_go_live: "It was placed before Inkbridge went live in this shop.",
  redacted: "The shop's data was erased before; what was known of this order then is not taken up again.",
};

/** Why an order has nothing that goes to print. */
export function NothingToPrint({ page }: { page: Pick<OrderPage, "leftAlone" | "cancelledAt"> }) {
  const why = page.leftAlone
    ? (LEFT_ALONE[page.leftAlone] ?? "")
    : page.cancelledAt !== null
      ? "The order was cancelled in Shopify before anything was sent."
      : "None of its lines that are still to be fulfilled is printed by your print service; below is why.";
  return (
    <Banner tone="info" title={page.leftAlone ? "This order is left alone." : "Nothing of this order goes to print."}>
      <Text as="p">{why}</Text>
    </Banner>
  );
}
