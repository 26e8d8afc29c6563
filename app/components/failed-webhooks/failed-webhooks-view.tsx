import { useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Card, EmptyState, Page, Text } from "@shopify/polaris";
import type { FailedWebhooksPage } from "../../failed-webhooks/list.ts";
import { COPY } from "./copy.ts";
import { FailedWebhooksTable } from "./failed-webhooks-table.tsx";
import { useFailedWebhookActions, type FailedWebhookActions } from "./use-failed-webhook-actions.ts";

export interface FailedWebhooksViewProps {
  now: string;
  /** The id after which this page begins; null for the first page. */
  after: string | null;
  page: FailedWebhooksPage;
}

/** Webhooks of Shopify and of the print service that could not be processed. */
export function FailedWebhooksView({ now, after, page }: FailedWebhooksViewProps) {
  const actions = useFailedWebhookActions();
  const navigate = useNavigate();
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: "Home", url: "/app" }}
      pagination={
        after === null && page.next === null
          ? undefined
          : {
              hasPrevious: after !== null,
              onPrevious: () => navigate(-1),
              hasNext: page.next !== null,
              onNext: () => navigate(`?after=${page.next}`),
            }
      }
    >
      <BlockStack gap="400">
        <Outcome actions={actions} />
        <Card padding="0">
          {page.rows.length === 0 ? (
            <EmptyState heading={COPY.empty.title} image="" fullWidth>
              <p>{COPY.empty.text}</p>
            </EmptyState>
          ) : (
            <FailedWebhooksTable rows={page.rows} now={now} actions={actions} />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

function Outcome({ actions: { failed, skipped } }: { actions: FailedWebhookActions }) {
  if (failed) {
    return (
      <Banner tone="critical" title={COPY.requestFailed.title}>
        <Text as="p">{COPY.requestFailed.text}</Text>
      </Banner>
    );
  }
  if (!skipped) return null;
  return (
    <Banner tone="warning" title={COPY.skipped.title(skipped.count)}>
      <Text as="p">{COPY.skipped[skipped.action]}</Text>
    </Banner>
  );
}
