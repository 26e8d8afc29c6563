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
import type { StuckView } from "../../failed-webhooks/list.ts";
import { ago } from "../common/format.ts";
import { When } from "../common/date-time.tsx";
import { consequenceWords, problemWords, SOURCE_WORDS, topicWords } from "./copy.ts";
import type { DeliveriesActs } from "./use-failed-webhook-actions.ts";

const HEADINGS: IndexTableProps["headings"] = [
  { title: "Message" },
  { title: "Why it was not read" },
  { title: "Received" },
  { title: "State" },
];

export interface DeliveriesTableProps {
  rows: StuckView[];
  now: string;
  acts: DeliveriesActs;
}

/** The messages, to be chosen and read again or put away. */
export function DeliveriesTable({ rows, now, acts }: DeliveriesTableProps) {
  const { smDown } = useBreakpoints();
  const chosen = useIndexResourceState(rows.map(({ id }) => ({ id })));
  const act = (wish: "read_again" | "put_away") => () => {
    acts.wish(wish, chosen.selectedResources);
    chosen.clearSelection();
  };
  return (
    <IndexTable
      resourceName={{ singular: "message", plural: "messages" }}
      itemCount={rows.length}
      selectedItemsCount={chosen.allResourcesSelected ? "All" : chosen.selectedResources.length}
      onSelectionChange={chosen.handleSelectionChange}
      promotedBulkActions={[
        { content: "Read again", onAction: act("read_again"), disabled: acts.busy !== null },
        { content: "Put away", onAction: act("put_away"), disabled: acts.busy !== null },
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
          selected={chosen.selectedResources.includes(row.id)}
        >
          {smDown ? <PhoneCells row={row} now={now} acts={acts} /> : <Cells row={row} now={now} />}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

interface CellProps {
  row: StuckView;
  now: string;
}

function Cells({ row, now }: CellProps) {
  return (
    <>
      <IndexTable.Cell>
        <Message row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Box maxWidth="420px">
          <Why row={row} />
        </Box>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <When at={row.receivedAt} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <State row={row} now={now} />
      </IndexTable.Cell>
    </>
  );
}

/** Where nothing can be chosen by a tick, each message has its own buttons. */
function PhoneCells({ row, now, acts }: CellProps & { acts: DeliveriesActs }) {
  return (
    <Box paddingBlock="300" paddingInline="400" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <Message row={row} />
          <State row={row} now={now} />
        </InlineStack>
        <Why row={row} />
        <Text as="span" variant="bodySm" tone="subdued">
          <When at={row.receivedAt} />
        </Text>
        <InlineStack gap="200">
          {row.readable && (
            <Button disabled={acts.busy !== null} onClick={() => acts.wish("read_again", [row.id])}>
              Read again
            </Button>
          )}
          {row.state === "set_aside" && (
            <Button disabled={acts.busy !== null} onClick={() => acts.wish("put_away", [row.id])}>
              Put away
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

function Message({ row }: { row: StuckView }) {
  return (
    <BlockStack>
      <Text as="span" fontWeight="medium">
        {topicWords(row)}
      </Text>
      <Text as="span" variant="bodySm" tone="subdued">
        {SOURCE_WORDS[row.source]}
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

function Why({ row }: { row: StuckView }) {
  return (
    <BlockStack>
      <span style={{ whiteSpace: "normal" }}>{problemWords(row)}</span>
      <span style={{ whiteSpace: "normal" }}>
        <Text as="span" variant="bodySm" tone="subdued">
          {consequenceWords(row)}
        </Text>
      </span>
    </BlockStack>
  );
}

function State({ row, now }: CellProps) {
  if (row.state === "set_aside") return <Badge tone="warning">Set aside</Badge>;
  return (
    <BlockStack>
      <Badge tone="info">Tried again</Badge>
      <Text as="span" variant="bodySm" tone="subdued">
        {row.attempts} times since {ago(row.receivedAt, new Date(now))}
      </Text>
    </BlockStack>
  );
}
