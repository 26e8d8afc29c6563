import {
  BlockStack,
  Card,
  EmptyState,
  Page,
  Badge,
  Box,
  Button,
  InlineStack,
  Link,
  Text,
  useIndexResourceState,
} from "@shopify/polaris";
import { useEffect } from "react";
import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { FailedWebhooksPage, FailedWebhook } from "../../failed-webhooks/failed-webhooks.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { usePages } from "../common/list-address.ts";
import { SOURCE_LABELS, topicLabel } from "../common/webhook-labels.ts";
import { COPY, consequenceMessage, problemMessage } from "./copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { timeAgo } from "../common/format.ts";
import { OwnClicks, ResponsiveTable } from "../common/responsive-table.tsx";
import { Small } from "../common/text.tsx";
import type { RequestFailed } from "../common/request-failed.ts";

interface FailedWebhooksViewProps {
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

interface FailedWebhooksTableProps {
  rows: FailedWebhook[];
  now: string;
  actions: FailedWebhookActions;
}

/** The failed webhooks, with bulk actions; on a phone each row has its own buttons. */
export function FailedWebhooksTable({ rows, now, actions }: FailedWebhooksTableProps) {
  const selection = useIndexResourceState(rows.map(({ id }) => ({ id })));
  // Polaris keeps what was selected on another page: only visible rows count.
  const selected = rows.map(({ id }) => id).filter((id) => selection.selectedResources.includes(id));
  // What did not reach the app stays selected.
  useEffect(() => {
    if (actions.answer) selection.clearSelection();
  }, [actions.answer]);
  const bulkAction = (action: FailedWebhookAction) => ({
    content: COPY[action],
    disabled: actions.busy !== null,
    onAction: () => actions.run(action, selected),
  });
  const button = (action: FailedWebhookAction, { id, topic }: FailedWebhook) => (
    <Button
      disabled={actions.busy !== null}
      accessibilityLabel={`${COPY[action]}: ${topicLabel(topic)}`}
      onClick={() => actions.run(action, [id])}
    >
      {COPY[action]}
    </Button>
  );
  return (
    <ResponsiveTable
      rows={rows}
      resource={COPY.resource}
      headings={COPY.headings}
      idOf={({ id }) => id}
      selectable="wide"
      selected={selected}
      selectedItemsCount={selection.allResourcesSelected ? "All" : selected.length}
      onSelectionChange={selection.handleSelectionChange}
      promotedBulkActions={[bulkAction("replay"), bulkAction("dismiss")]}
      cells={(row) => [
        <WebhookSummary row={row} />,
        <Box maxWidth="420px">
          <ProblemText row={row} />
        </Box>,
        <DateTime at={row.receivedAt} />,
        <BlockStack gap="200" inlineAlign="start">
          <FailureState row={row} now={now} />
          {row.readable && <OwnClicks>{button("replay", row)}</OwnClicks>}
        </BlockStack>,
      ]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="start" gap="200">
            <WebhookSummary row={row} />
            <FailureState row={row} now={now} />
          </InlineStack>
          <ProblemText row={row} />
          <Small>
            <DateTime at={row.receivedAt} />
          </Small>
          <InlineStack gap="200">
            {row.readable && button("replay", row)}
            {row.state === "dead_letter" && button("dismiss", row)}
          </InlineStack>
        </BlockStack>
      )}
    />
  );
}

function WebhookSummary({ row }: { row: FailedWebhook }) {
  return (
    <BlockStack>
      <Text as="span" fontWeight="medium">
        {topicLabel(row.topic)}
      </Text>
      <Small>
        {SOURCE_LABELS[row.source]}
        {row.order && (
          <>
            {" · "}
            <Link url={`/app/orders/${row.order.number}`} dataPrimaryLink>
              {row.order.name}
            </Link>
          </>
        )}
      </Small>
    </BlockStack>
  );
}

function ProblemText({ row }: { row: FailedWebhook }) {
  return (
    <BlockStack>
      <span style={{ whiteSpace: "normal" }}>{problemMessage(row)}</span>
      <span style={{ whiteSpace: "normal" }}>
        <Small>{consequenceMessage(row)}</Small>
      </span>
    </BlockStack>
  );
}

function FailureState({ row, now }: { row: FailedWebhook; now: string }) {
  if (row.state === "dead_letter") return <Badge tone="warning">{COPY.failed}</Badge>;
  return (
    <BlockStack>
      <Badge tone="info">{COPY.retrying}</Badge>
      <Small>{COPY.tries(row.tries, timeAgo(row.receivedAt, new Date(now)))}</Small>
    </BlockStack>
  );
}

type FailedWebhookAction = "replay" | "dismiss";

type ActionResponse = { outcome: "done"; action: FailedWebhookAction; done: number; skipped: number } | RequestFailed;

export interface FailedWebhookActions {
  busy: FailedWebhookAction | null;
  /** The last action did not reach the app. */
  failed: boolean;
  /** What the app answered to the last action; undefined before, and where it was not reached. */
  answer: object | undefined;
  /** How many webhooks the last action skipped. */
  skipped: { action: FailedWebhookAction; count: number } | null;
  run(action: FailedWebhookAction, ids: string[]): void;
}

/** Retries or dismisses webhooks, several at a time. */
function useFailedWebhookActions(): FailedWebhookActions {
  const fetcher = useFetcher<ActionResponse>();
  const shopify = useAppBridge();
  const response = fetcher.state === "submitting" ? undefined : fetcher.data;
  useEffect(() => {
    if (response?.outcome === "done" && response.done > 0)
      shopify.toast.show(COPY.done[response.action](response.done));
  }, [response, shopify]);
  return {
    busy:
      fetcher.state === "idle" ? null : ((fetcher.json as { action: FailedWebhookAction } | undefined)?.action ?? null),
    failed: response?.outcome === "failed",
    answer: response?.outcome === "done" ? response : undefined,
    skipped:
      response?.outcome === "done" && response.skipped > 0
        ? { action: response.action, count: response.skipped }
        : null,
    run: (action, ids) => fetcher.submit({ action, ids }, { method: "POST", encType: "application/json" }),
  };
}
