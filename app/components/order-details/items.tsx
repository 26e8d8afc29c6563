import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { ItemView } from "../../orders/pages/details/submission-view.ts";
import { ITEMS } from "./copy.ts";
import { Note, Subheading } from "../common/text.tsx";

/** The items of a submission, with the print service's status of each. */
export function Items({ items }: { items: ItemView[] }) {
  return (
    <BlockStack gap="300">
      <Subheading>{ITEMS.title}</Subheading>
      {items.map((item) => (
        <InlineStack key={item.id} gap="200" align="space-between" blockAlign="center">
          <BlockStack>
            <Text as="p" breakWord>
              {item.quantity} × {item.title}
            </Text>
            <Note breakWord>
              {ITEMS.sku(item.itemSku)}
              {item.fulfilled > 0 && ` · ${ITEMS.fulfilled(item.fulfilled, item.quantity)}`}
            </Note>
          </BlockStack>
          <ProviderStatus item={item} isFinal={item.fulfilled >= item.quantity} />
        </InlineStack>
      ))}
    </BlockStack>
  );
}

/** The print service's own words. `isFinal`: the item is fulfilled, so its status no longer changes. */
function ProviderStatus({ item: { orderStatus, paymentStatus }, isFinal }: { item: ItemView; isFinal: boolean }) {
  const paid = paymentStatus?.toLowerCase() === "paid";
  return (
    <InlineStack gap="200">
      {orderStatus !== null && (
        <Badge tone={isFinal ? undefined : orderStatus.toLowerCase() === "not verify" ? "critical" : "info"}>
          {isFinal ? ITEMS.lastStatus(orderStatus) : ITEMS.status(orderStatus)}
        </Badge>
      )}
      {paymentStatus !== null && !paid && <Badge tone="attention">{ITEMS.billing(paymentStatus)}</Badge>}
    </InlineStack>
  );
}
