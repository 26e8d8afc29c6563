import { Badge, BlockStack, Box, Button, InlineStack, Link, Text, useIndexResourceState } from "@shopify/polaris";
import { useEffect } from "react";
import type { FailedWebhook } from "../../failed-webhooks/list.ts";
import { DateTime } from "../common/date-time.tsx";
import { timeAgo } from "../common/format.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small } from "../common/text.tsx";
import { COPY, consequenceMessage, problemMessage, SOURCE_LABELS, topicLabel } from "./copy.ts";
import type { FailedWebhookAction, FailedWebhookActions } from "./use-failed-webhook-actions.ts";

export interface FailedWebhooksTableProps {
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
  const button = (action: FailedWebhookAction, { id }: FailedWebhook) => (
    <Button disabled={actions.busy !== null} onClick={() => actions.run(action, [id])}>
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
        <FailureState row={row} now={now} />,
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
        {topicLabel(row)}
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
