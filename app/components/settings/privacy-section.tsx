import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";

const text = COPY.privacy;

/** Leads to what the app does with customers' data. */
export function PrivacySection() {
  return (
    <Section id="privacy" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{text.text}</Text>
          <Button url="/app/privacy">{text.action}</Button>
        </BlockStack>
      </Card>
    </Section>
  );
}
