import { Badge, BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { MessageBanner } from "../common/banners.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";

const text = COPY.olderOrders;

/** Access to orders of more than 60 days: what it is for, and the request for it. */
export function OlderOrdersSection({ allowed }: { allowed: boolean }) {
  const { isAllowed, requesting, failed, request } = useScopeRequest({
    scope: ALL_ORDERS_SCOPE,
    allowed,
    granted: text.granted,
  });
  return (
    <Section id="older-orders" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <InlineStack gap="200" blockAlign="center">
            <Subheading>{text.access}</Subheading>
            <Badge tone={isAllowed ? "success" : undefined}>{isAllowed ? text.allowed : text.notAllowed}</Badge>
          </InlineStack>
          <Note>{isAllowed ? text.allowedNote : text.notAllowedNote}</Note>
          {failed && <MessageBanner tone="warning" {...text.failed} />}
          {!isAllowed && (
            <Button onClick={request} loading={requesting}>
              {text.request}
            </Button>
          )}
        </BlockStack>
      </Card>
    </Section>
  );
}
