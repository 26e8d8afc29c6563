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
import { COPY, KIND_LABELS } from "./copy.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";

const text = COPY.unmatched;

/** Updates whose order is unknown. */
export function UnmatchedCard({ unmatched, actions }: { unmatched: UnmatchedPage; actions: WebhookActions }) {
  const isEmpty = unmatched.rows.length === 0;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="200" inlineAlign="start">
          <Text as="h2" variant="headingMd">
            {text.title}
          </Text>
          <Text as="p" tone="subdued">
            {isEmpty ? text.none : text.text}
          </Text>
          {!isEmpty && (
            <Button
              loading={actions.busy?.action === "rematch"}
              disabled={actions.busy !== null}
              onClick={() => actions.run({ action: "rematch" })}
            >
              {text.rematch}
            </Button>
          )}
        </BlockStack>
      </Box>
      {!isEmpty && <UnmatchedTable unmatched={unmatched} />}
    </Card>
  );
}

const HEADINGS: IndexTableProps["headings"] = [
  { title: text.reference },
  { title: text.kind },
  { title: text.received },
  { title: text.match },
];

function UnmatchedTable({ unmatched }: { unmatched: UnmatchedPage }) {
  const { smDown } = useBreakpoints();
  const Row = smDown ? PhoneRow : TableRow;
  return (
    <IndexTable
      resourceName={text.resource}
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

/** The links to other pages, if there are any. */
function usePages({ next, previous }: UnmatchedPage): IndexTableProps["pagination"] {
  const navigate = useNavigate();
  if (next === null && previous === null) return undefined;
  return {
    hasNext: next !== null,
    hasPrevious: previous !== null,
    onNext: () => navigate(`?after=${next}`),
    onPrevious: () => navigate(`?before=${previous}`),
    accessibilityLabel: text.pages,
  };
}

const Match = ({ row }: { row: UnmatchedView }) =>
  row.matchedAt ? <Badge tone="success">{text.matched}</Badge> : <Badge tone="attention">{text.noOrder}</Badge>;

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
