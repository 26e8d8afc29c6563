import { Badge, BlockStack, Button, Card, InlineStack, SkeletonBodyText, Text } from "@shopify/polaris";
import type { AccountView } from "../../settings-page/view-account.ts";
import { DateTime } from "../common/date-time.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as WEBHOOK_COPY, KIND_LABELS, statusCopy } from "../webhooks/copy.ts";
import { LoadFailedBanner, useWebhooksOverview } from "../webhooks/use-webhooks-overview.tsx";
import { COPY } from "./copy.ts";
import { Section } from "./section.tsx";
import { Note, Subheading } from "../common/text.tsx";

const text = COPY.webhooks;

type Webhook = NonNullable<ReturnType<typeof useWebhooksOverview>["overview"]>["webhooks"][number];

/** The webhooks at the print service, loaded once the page is shown. */
export function WebhooksSection({ account }: { account: AccountView }) {
  return (
    <Section id="webhooks" title={text.title} description={text.description}>
      <Card>{account.state === "none" ? <Note>{text.notConnected}</Note> : <WebhookStatuses />}</Card>
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
        <MessageBanner
          tone="warning"
          title={text.undecided.title}
          text={text.undecided.text}
          action={{ content: text.undecided.action, url: "/app/webhooks" }}
        />
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
        <Subheading>{KIND_LABELS[webhook.kind]}</Subheading>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {problem && <Text as="p">{problem.title}.</Text>}
      <Note>
        {webhook.lastDeliveryAt ? (
          <>
            {WEBHOOK_COPY.lastUpdateAt} <DateTime at={webhook.lastDeliveryAt} />
          </>
        ) : (
          WEBHOOK_COPY.noUpdateYet
        )}
      </Note>
    </BlockStack>
  );
}
