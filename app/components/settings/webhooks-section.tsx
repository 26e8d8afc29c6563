import { Badge, Banner, BlockStack, Button, Card, InlineStack, SkeletonBodyText, Text } from "@shopify/polaris";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY as WEBHOOK_COPY, KIND_LABELS, statusCopy } from "../webhooks/copy.ts";
import { LoadFailedBanner } from "../webhooks/load-failed-banner.tsx";
import { useWebhooksOverview } from "../webhooks/use-webhooks-overview.ts";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";

const text = COPY.webhooks;

type Webhook = NonNullable<ReturnType<typeof useWebhooksOverview>["overview"]>["webhooks"][number];

/** The webhooks at the print service, loaded once the page is shown. */
export function WebhooksSection({ account }: { account: AccountView }) {
  return (
    <Section id="webhooks" title={text.title} description={text.description}>
      <Card>
        {account.state === "none" ? (
          <Text as="p" tone="subdued">
            {text.notConnected}
          </Text>
        ) : (
          <WebhookStatuses />
        )}
      </Card>
    </Section>
  );
}

function WebhookStatuses() {
  const { overview, loadFailed, load } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (!overview) return <SkeletonBodyText lines={5} />;
  const undecided = overview.webhooks.some(({ state, foreignKept }) => state === "other" && !foreignKept);
  return (
    <BlockStack gap="400">
      {undecided && (
        <Banner
          tone="warning"
          title={text.undecided.title}
          action={{ content: text.undecided.action, url: "/app/webhooks" }}
        >
          <p>{text.undecided.text}</p>
        </Banner>
      )}
      {overview.webhooks.map((webhook) => (
        <WebhookRow key={webhook.kind} webhook={webhook} />
      ))}
      <div>
        <Button url="/app/webhooks">{text.manage}</Button>
      </div>
    </BlockStack>
  );
}

/** One webhook: its status, and the last update. */
function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { tone, label, problem } = statusCopy(webhook);
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {KIND_LABELS[webhook.kind]}
        </Text>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {problem && <Text as="p">{problem.title}.</Text>}
      <Text as="p" tone="subdued">
        {webhook.lastDeliveryAt ? (
          <>
            {WEBHOOK_COPY.lastUpdateAt} <DateTime at={webhook.lastDeliveryAt} />
          </>
        ) : (
          WEBHOOK_COPY.noUpdateYet
        )}
      </Text>
    </BlockStack>
  );
}
