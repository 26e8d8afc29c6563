import { BlockStack, Card, EmptyState, Page } from "@shopify/polaris";
import type { FailedWebhooksPage } from "../../failed-webhooks/list.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { usePages } from "../common/use-pages.ts";
import { COPY } from "./copy.ts";
import { FailedWebhooksTable } from "./failed-webhooks-table.tsx";
import { useFailedWebhookActions } from "./use-failed-webhook-actions.ts";

export interface FailedWebhooksViewProps {
  now: string;
  /** The id after which this page begins; null for the first page. */
  after: string | null;
  page: FailedWebhooksPage;
}

/** Webhooks of Shopify and of the print service that could not be processed. */
export function FailedWebhooksView({ now, after, page }: FailedWebhooksViewProps) {
  const actions = useFailedWebhookActions();
  const { failed, skipped } = actions;
  const pages = usePages(after, page.next, (next) => `?after=${next}`);
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: COMMON.home, url: "/app" }}
      pagination={pages}
    >
      <BlockStack gap="400">
        {failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        {skipped && (
          <MessageBanner tone="warning" title={COPY.skipped.title(skipped.count)} text={COPY.skipped[skipped.action]} />
        )}
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
