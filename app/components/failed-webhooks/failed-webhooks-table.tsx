import {
  Badge,
  BlockStack,
  Box,
  Button,
  IndexTable,
  InlineStack,
  Link,
  Text,
  useBreakpoints,
  useIndexResourceState,
  type IndexTableProps,
} from "@shopify/polaris";
import type { FailedWebhook } from "../../failed-webhooks/list.ts";
import { timeAgo } from "../common/format.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY, consequenceMessage, problemMessage, SOURCE_LABELS, topicLabel } from "./copy.ts";
import type { FailedWebhookActions } from "./use-failed-webhook-actions.ts";

const HEADINGS = COPY.headings.map((title) => ({ title })) as IndexTableProps["headings"];

export interface FailedWebhooksTableProps {
  rows: FailedWebhook[];
  now: string;
  actions: FailedWebhookActions;
}

/** The failed webhooks, with bulk actions to retry and dismiss them. */
export function FailedWebhooksTable({ rows, now, actions }: FailedWebhooksTableProps) {
  const { smDown } = useBreakpoints();
  const selection = useIndexResourceState(rows.map(({ id }) => ({ id })));
  const runSelected = (action: "replay" | "dismiss") => () => {
    actions.run(action, selection.selectedResources);
    selection.clearSelection();
  };
  return (
    <IndexTable
      resourceName={COPY.resource}
      itemCount={rows.length}
      selectedItemsCount={selection.allResourcesSelected ? "All" : selection.selectedResources.length}
      onSelectionChange={selection.handleSelectionChange}
      promotedBulkActions={[
        { content: COPY.replay, onAction: runSelected("replay"), disabled: actions.busy !== null },
        { content: COPY.dismiss, onAction: runSelected("dismiss"), disabled: actions.busy !== null },
      ]}
      headings={HEADINGS}
      selectable={!smDown}
      condensed={smDown}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          key={row.id}
          id={row.id}
          position={position}
          selected={selection.selectedResources.includes(row.id)}
        >
          {smDown ? <PhoneCells row={row} now={now} actions={actions} /> : <Cells row={row} now={now} />}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

interface CellProps {
  row: FailedWebhook;
  now: string;
}

function Cells({ row, now }: CellProps) {
  return (
    <>
      <IndexTable.Cell>
        <WebhookSummary row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Box maxWidth="420px">
          <ProblemText row={row} />
        </Box>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <DateTime at={row.receivedAt} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <FailureState row={row} now={now} />
      </IndexTable.Cell>
    </>
  );
}

/** A row with its own buttons: a phone has no bulk actions. */
function PhoneCells({ row, now, actions }: CellProps & { actions: FailedWebhookActions }) {
  return (
    <Box paddingBlock="300" paddingInline="400" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <WebhookSummary row={row} />
          <FailureState row={row} now={now} />
        </InlineStack>
        <ProblemText row={row} />
        <Text as="span" variant="bodySm" tone="subdued">
          <DateTime at={row.receivedAt} />
        </Text>
        <InlineStack gap="200">
          {row.readable && (
            <Button disabled={actions.busy !== null} onClick={() => actions.run("replay", [row.id])}>
              {COPY.replay}
            </Button>
          )}
          {row.state === "dead_letter" && (
            <Button disabled={actions.busy !== null} onClick={() => actions.run("dismiss", [row.id])}>
              {COPY.dismiss}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

function WebhookSummary({ row }: { row: FailedWebhook }) {
  return (
    <BlockStack>
      <Text as="span" fontWeight="medium">
        {topicLabel(row)}
      </Text>
      <Text as="span" variant="bodySm" tone="subdued">
        {SOURCE_LABELS[row.source]}
        {row.order && (
          <>
            {" · "}
            <Link url={`/app/orders/${row.order.number}`} dataPrimaryLink>
              {row.order.name}
            </Link>
          </>
        )}
      </Text>
    </BlockStack>
  );
}

function ProblemText({ row }: { row: FailedWebhook }) {
  return (
    <BlockStack>
      <span style={{ whiteSpace: "normal" }}>{problemMessage(row)}</span>
      <span style={{ whiteSpace: "normal" }}>
        <Text as="span" variant="bodySm" tone="subdued">
          {consequenceMessage(row)}
        </Text>
      </span>
    </BlockStack>
  );
}

function FailureState({ row, now }: CellProps) {
  if (row.state === "dead_letter") return <Badge tone="warning">{COPY.failed}</Badge>;
  return (
    <BlockStack>
      <Badge tone="info">{COPY.retrying}</Badge>
      <Text as="span" variant="bodySm" tone="subdued">
        {COPY.tries(row.tries, timeAgo(row.receivedAt, new Date(now)))}
      </Text>
    </BlockStack>
  );
}
