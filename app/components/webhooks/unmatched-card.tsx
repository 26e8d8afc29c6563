import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  IndexTable,
  InlineStack,
  Text,
  useBreakpoints,
  type IndexTableProps,
} from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import type { UnmatchedPage, UnmatchedView } from "../../print-accounts/webhooks/unmatched-events.ts";
import { DateTime } from "../common/date-time.tsx";
import { KIND_LABELS } from "./copy.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";

/** Updates that named no order known here. */
export function UnmatchedCard({ unmatched, actions }: { unmatched: UnmatchedPage; actions: WebhookActions }) {
  const isEmpty = unmatched.rows.length === 0;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="200" inlineAlign="start">
          <Text as="h2" variant="headingMd">
            Updates for unknown orders
          </Text>
          <Text as="p" tone="subdued">
            {isEmpty
              ? "None. Every update so far named an order that this app sent."
              : "These named an order that this app did not send: one that was made elsewhere, or one of a store that shares this print account and is gone. They are kept, and matched by themselves once the order turns up."}
          </Text>
          {!isEmpty && (
            <Button
              loading={actions.busy?.action === "rematch"}
              disabled={actions.busy !== null}
              onClick={() => actions.run({ action: "rematch" })}
            >
              Try to match again
            </Button>
          )}
        </BlockStack>
      </Box>
      {!isEmpty && <UnmatchedTable unmatched={unmatched} />}
    </Card>
  );
}

const HEADINGS: IndexTableProps["headings"] = [
  { title: "Order reference" },
  { title: "Update" },
  { title: "Received" },
  { title: "Match" },
];

function UnmatchedTable({ unmatched }: { unmatched: UnmatchedPage }) {
  const { smDown } = useBreakpoints();
  const Row = smDown ? PhoneRow : TableRow;
  return (
    <IndexTable
      resourceName={{ singular: "update", plural: "updates" }}
      itemCount={unmatched.rows.length}
      headings={HEADINGS}
      selectable={false}
      condensed={smDown}
      pagination={usePages(unmatched)}
    >
      {unmatched.rows.map((row, position) => (
        <Row key={row.id} row={row} position={position} />
      ))}
    </IndexTable>
  );
}

/** One page needs no way to others. */
function usePages({ next, previous }: UnmatchedPage): IndexTableProps["pagination"] {
  const navigate = useNavigate();
  if (next === null && previous === null) return undefined;
  return {
    hasNext: next !== null,
    hasPrevious: previous !== null,
    onNext: () => navigate(`?after=${next}`),
    onPrevious: () => navigate(`?before=${previous}`),
    accessibilityLabel: "Pages of updates for unknown orders",
  };
}

const Match = ({ row }: { row: UnmatchedView }) =>
  row.matchedAt ? <Badge tone="success">Matched</Badge> : <Badge tone="attention">No order</Badge>;

function TableRow({ row, position }: { row: UnmatchedView; position: number }) {
  return (
    <IndexTable.Row id={row.id} position={position}>
      <IndexTable.Cell>
        <Text as="span" fontWeight="medium">
          {row.reference}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>{KIND_LABELS[row.kind]}</IndexTable.Cell>
      <IndexTable.Cell>
        <DateTime at={row.receivedAt} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Match row={row} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

function PhoneRow({ row, position }: { row: UnmatchedView; position: number }) {
  return (
    <IndexTable.Row id={row.id} position={position}>
      <Box paddingBlock="300" paddingInline="400" width="100%">
        <BlockStack gap="100">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="span" fontWeight="medium" breakWord>
              {row.reference}
            </Text>
            <Match row={row} />
          </InlineStack>
          <Text as="span" tone="subdued">
            {KIND_LABELS[row.kind]} · <DateTime at={row.receivedAt} />
          </Text>
        </BlockStack>
      </Box>
    </IndexTable.Row>
  );
}
