import { BlockStack, Text } from "@shopify/polaris";
import type { ContentView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { methodLabel } from "./submission-words.ts";

export interface ShippingDetailsProps {
  content: ContentView | null;
  /** At the request of the buyer. */
  erased: boolean;
  /** By age, ISO 8601; null where it was not. */
  erasedAt: string | null;
}

/** Where a submission goes, and how. */
export function ShippingDetails({ content, erased, erasedAt }: ShippingDetailsProps) {
  if (!content && erasedAt !== null) {
    return (
      <Text as="p" tone="subdued">
        Erased on <DateTime at={erasedAt} />: the buyer's data is kept here only for a while. The order in Shopify still
        has it.
      </Text>
    );
  }
  if (!content) {
    return (
      <Text as="p" tone="subdued">
        {erased
          ? "The buyer's personal data was erased: it is no longer kept where this went."
          : "Nothing is complete yet that could be sent."}
      </Text>
    );
  }
  const place = [content.city, `${content.province} (${content.provinceCode})`, content.zip];
  const rows = [content.name, content.address1, content.address2, place.join(", ")];
  return (
    <BlockStack gap="300">
      <BlockStack>
        {[...rows, `${content.country} (${content.countryCode})`]
          .filter((row) => row !== "")
          .map((row) => (
            <Text as="p" key={row} breakWord>
              {row}
            </Text>
          ))}
      </BlockStack>
      <Text as="p" breakWord>
        {content.email} · {content.phone}
      </Text>
      <Text as="p">Shipping method: {methodLabel(content.method)}</Text>
    </BlockStack>
  );
}
