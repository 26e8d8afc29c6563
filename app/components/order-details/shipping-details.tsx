import { BlockStack, Text } from "@shopify/polaris";
import type { ContentView } from "../../orders/pages/details/submission-view.ts";
import type { SyncedRecipient } from "../../ports/print-service.ts";
import { DateTime } from "../common/date-time.tsx";
import { SHIPPING } from "./copy.ts";
import { Note } from "../common/text.tsx";

export interface ShippingDetailsProps {
  content: ContentView | null;
  /** Another address at the print service than the one sent. */
  otherRecipient: SyncedRecipient | null;
  /** Shopify had the customer's data erased. */
  erased: boolean;
  /** When retention erased the content, ISO 8601; null: it did not. */
  erasedAt: string | null;
}

/** A submission's address, contact and shipping method. */
export function ShippingDetails({ content, otherRecipient, erased, erasedAt }: ShippingDetailsProps) {
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
  return (
    <BlockStack gap="300">
      <AddressLines address={content} />
      {otherRecipient && (
        <BlockStack>
          <Text as="p" fontWeight="semibold">
            {SHIPPING.atProvider}
          </Text>
          <AddressLines address={{ ...otherRecipient, zip: "" }} />
        </BlockStack>
      )}
      <Text as="p" breakWord>
        {content.email} · {content.phone}
      </Text>
      <Text as="p">{SHIPPING.method(content.method)}</Text>
    </BlockStack>
  );
}

function AddressLines({ address }: { address: Omit<ContentView, "method" | "email" | "phone"> }) {
  const { name, address1, address2, city, province, provinceCode, zip, country, countryCode } = address;
  const place = [city, `${province} (${provinceCode})`, zip].filter((part) => part !== "").join(", ");
  return (
    <BlockStack>
      {[name, address1, address2, place, `${country} (${countryCode})`]
        .filter((row) => row !== "")
        .map((row) => (
          <Text as="p" key={row} breakWord>
            {row}
          </Text>
        ))}
    </BlockStack>
  );
}
