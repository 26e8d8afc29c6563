import { useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Card, EmptyState, Page, Text } from "@shopify/polaris";
import type { FailedWebhooksPage } from "../../failed-webhooks/list.ts";
import { pluralize } from "../common/format.ts";
import { FailedWebhooksTable } from "./failed-webhooks-table.tsx";
import { useFailedWebhookActions, type FailedWebhookActions } from "./use-failed-webhook-actions.ts";

export interface FailedWebhooksViewProps {
  now: string;
  /** Where this page begins; null: at the newest. */
  after: string | null;
  page: FailedWebhooksPage;
}

/** Messages of Shopify and of the print service that could not be read or handled. */
export function FailedWebhooksView({ now, after, page }: FailedWebhooksViewProps) {
  const actions = useFailedWebhookActions();
  const navigate = useNavigate();
  return (
    <Page
      title="Unread messages"
      subtitle="What Shopify and the print service sent, and the app could not read or handle"
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
            <EmptyState heading="Every message was read" image="" fullWidth>
              <p>Messages that the app cannot read are set aside here, with the reason. Nothing waits.</p>
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
      <Banner tone="critical" title="That did not reach the app">
        <Text as="p">Nothing was changed. Try again in a moment.</Text>
      </Banner>
    );
  }
  if (!skipped) return null;
  return (
    <Banner tone="warning" title={`${pluralize(skipped.count, "message")} stayed as before`}>
      <Text as="p">
        {skipped.action === "dismiss"
          ? "Requests about people have to be carried out, and messages that are being read cannot be put away."
          : "Their content was erased, or they have been read meanwhile."}
      </Text>
    </Banner>
  );
}
