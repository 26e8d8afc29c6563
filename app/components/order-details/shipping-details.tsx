import { BlockStack, Text } from "@shopify/polaris";
import type { ContentView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { SHIPPING } from "./copy.ts";
import { Note } from "../common/text.tsx";

export interface ShippingDetailsProps {
  content: ContentView | null;
  /** Shopify had the customer's data erased. */
  erased: boolean;
  /** When retention erased the content, ISO 8601; null: it did not. */
  erasedAt: string | null;
}

/** A submission's address, contact and shipping method. */
export function ShippingDetails({ content, erased, erasedAt }: ShippingDetailsProps) {
  if (!content && erasedAt !== null) {
    const [before, after] = SHIPPING.erasedByAge;
    return (
      <Note>
        {before} <DateTime at={erasedAt} />, {after}
      </Note>
    );
  }
  if (!content) {
    return <Note>{erased ? SHIPPING.erased : SHIPPING.none}</Note>;
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
      <Text as="p">{SHIPPING.method(content.method)}</Text>
    </BlockStack>
  );
}
