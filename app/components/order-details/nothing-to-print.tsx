import { Banner, Text } from "@shopify/polaris";
import type { OrderPage } from "../../orders/pages/details/order-page.ts";
import { nothingWords } from "./nothing-words.ts";

/** Why an order has nothing that goes to print. */
export function NothingToPrint({ page }: { page: Pick<OrderPage, "leftAlone" | "cancelledAt"> }) {
  const { title, why } = nothingWords({ leftAlone: page.leftAlone, cancelled: page.cancelledAt !== null });
  return (
    <Banner tone="info" title={title}>
      <Text as="p">{why}</Text>
    </Banner>
  );
}
