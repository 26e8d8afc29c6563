import { Banner, Text } from "@shopify/polaris";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { nothingToPrintCopy } from "./nothing-words.ts";

/** Why an order has nothing that goes to print. */
export function NothingToPrint({ page }: { page: Pick<OrderDetails, "ignoredReason" | "cancelled"> }) {
  const { title, message } = nothingToPrintCopy(page);
  return (
    <Banner tone="info" title={title}>
      <Text as="p">{message}</Text>
    </Banner>
  );
}
