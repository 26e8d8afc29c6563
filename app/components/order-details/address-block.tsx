import { BlockStack, Text } from "@shopify/polaris";
import { addressLines, type AddressView } from "./address-lines.ts";

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
