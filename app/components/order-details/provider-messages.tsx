import { BlockStack, Text } from "@shopify/polaris";

/** What the print service said, as it said it. */
export function ProviderMessages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" fontWeight="medium">
        The print service says:
      </Text>
      {messages.map((message) => (
        <Text as="p" key={message} breakWord>
          “{message}”
        </Text>
      ))}
    </BlockStack>
  );
}
