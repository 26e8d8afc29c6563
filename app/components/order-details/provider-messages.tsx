import { BlockStack, Text } from "@shopify/polaris";
import { REASON_BANNER } from "./copy.ts";

/** The print service's own words. */
export function ProviderMessages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" fontWeight="medium">
        {REASON_BANNER.providerMessages}
      </Text>
      {messages.map((message) => (
        <Text as="p" key={message} breakWord>
          “{message}”
        </Text>
      ))}
    </BlockStack>
  );
}
