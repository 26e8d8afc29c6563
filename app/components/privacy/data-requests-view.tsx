import { BlockStack, Card, EmptyState, Page } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { DataRequestsPage } from "../../privacy/data-requests/list.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDownload } from "../common/use-download.ts";
import { useJsonFetcher } from "../common/use-json-fetcher.ts";
import { usePages } from "../common/use-pages.ts";
import { COPY } from "./data-requests-copy.ts";
import { DataRequestsTable } from "./data-requests-table.tsx";

export interface DataRequestsViewProps {
  now: string;
  /** The id after which this page begins; null for the first page. */
  after: string | null;
  page: DataRequestsPage;
}

type Answer = { outcome: "done" | "unchanged" } | RequestFailed;

/** Customers' requests for their data: the file to send, and until when. */
export function DataRequestsView({ now, after, page }: DataRequestsViewProps) {
  const pages = usePages(after, page.next, (next) => `?after=${next}`);
  const appBridge = useAppBridge();
  const file = useDownload(COPY.fileName);
  const marking = useJsonFetcher<Answer>(({ outcome }) => {
    if (outcome === "done") appBridge.toast.show(COPY.done);
  });
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: COPY.back, url: "/app/privacy" }}
      pagination={pages}
    >
      <BlockStack gap="400">
        {marking.answer?.outcome === "failed" && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        {file.failed && <MessageBanner tone="critical" {...COPY.downloadFailed} onDismiss={file.dismiss} />}
        {page.rows.some(({ state }) => state === "open") && <MessageBanner tone="info" {...COPY.intro} />}
        <Card padding="0">
          {page.rows.length === 0 ? (
            <EmptyState heading={COPY.empty.title} image="" fullWidth>
              <p>{COPY.empty.text}</p>
            </EmptyState>
          ) : (
            <DataRequestsTable
              rows={page.rows}
              now={now}
              busy={marking.busy || file.busy}
              onDownload={(id, format) => void file.save(`/app/data-requests/export?id=${id}&format=${format}`)}
              onSent={(id) => marking.send({ action: "mark_sent", id })}
            />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}
