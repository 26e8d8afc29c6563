import { BlockStack, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { RecipientNow } from "../../orders/pages/details/live-snapshot.ts";
import type { ContentView } from "../../orders/pages/details/submission-view.ts";

/** An address as on a label. */
export function AddressBlock({ address }: { address: AddressView }) {
  return (
    <BlockStack>
      {addressLines(address).map((row) => (
        <Text as="p" key={row} breakWord>
          {row}
        </Text>
      ))}
    </BlockStack>
  );
}

export type AddressView = Omit<ContentView, "method" | "email" | "phone">;

/** An address as on a label, by names as Shopify writes it. "" for what is not known. */
export function addressLines(address: AddressView): string[] {
  const { name, address1, address2, city, province, provinceCode, zip, country, countryCode } = address;
  const place = [city, province || provinceCode, zip].filter((part) => part !== "").join(", ");
  return [name, address1, address2, place, country || countryCode].filter((row) => row !== "");
}

/** undefined while loading. */
type RecipientState = RecipientNow | undefined;

/** Loads the address that Shopify has now once `key` is not "", and again when `key` changes. */
export function useRecipient(orderNumber: string, key: string): RecipientState {
  const { load, data } = useFetcher<RecipientNow>();
  useEffect(() => {
    if (key !== "") load(`/app/orders/${orderNumber}/recipient`);
  }, [load, orderNumber, key]);
  return data;
}
