import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { ItemView } from "../../orders/pages/details/submission-view.ts";

/** The goods of a submission, with what the print service says of each. */
export function Items({ items }: { items: ItemView[] }) {
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        Goods
      </Text>
      {items.map((item) => (
        <InlineStack key={item.id} gap="200" align="space-between" blockAlign="center">
          <BlockStack>
            <Text as="p" breakWord>
              {item.quantity} × {item.title}
            </Text>
            <Text as="p" tone="subdued" breakWord>
              {item.itemSku === "" ? "No SKU yet" : `SKU ${item.itemSku}`}
              {item.fulfilled > 0 && ` · ${item.fulfilled} of ${item.quantity} fulfilled`}
            </Text>
          </BlockStack>
          <ProviderStatus item={item} isFinal={item.fulfilled >= item.quantity} />
        </InlineStack>
      ))}
    </BlockStack>
  );
}

/** The print service's own words, as they came. `last`: nothing more is to come, so they are no state of now. */
function ProviderStatus({ item: { orderStatus, paymentStatus }, isFinal }: { item: ItemView; isFinal: boolean }) {
  const paid = paymentStatus?.toLowerCase() === "paid";
  return (
    <InlineStack gap="200">
      {orderStatus !== null && (
        <Badge tone={isFinal ? undefined : orderStatus.toLowerCase() === "not verify" ? "critical" : "info"}>
          {isFinal ? `Last status: ${orderStatus}` : `Status: ${orderStatus}`}
        </Badge>
      )}
      {paymentStatus !== null && !paid && <Badge tone="attention">{`Payment: ${paymentStatus}`}</Badge>}
    </InlineStack>
  );
}
