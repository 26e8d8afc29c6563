import { BlockStack, Text } from "@shopify/polaris";

/** What the print service said, as it said it. */
export function ServiceWords({ words }: { words: string[] }) {
  if (words.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" fontWeight="medium">
        The print service says:
      </Text>
      {words.map((one) => (
        <Text as="p" key={one} breakWord>
          “{one}”
        </Text>
      ))}
    </BlockStack>
  );
}
