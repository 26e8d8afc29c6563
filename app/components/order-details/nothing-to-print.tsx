import { Banner, Text } from "@shopify/polaris";
import type { OrderPage } from "../../orders/pages/details/order-page.ts";
import { nothingToPrintCopy } from "./nothing-words.ts";

/** Why an order has nothing that goes to print. */
export function NothingToPrint({ page }: { page: Pick<OrderPage, "ignoredReason" | "cancelledAt"> }) {
  const { title, message } = nothingToPrintCopy({
    ignoredReason: page.ignoredReason,
    cancelled: page.cancelledAt !== null,
  });
  return (
    <Banner tone="info" title={title}>
      <Text as="p">{message}</Text>
    </Banner>
  );
}
