import { useNavigate } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { UnmatchedPage, UnmatchedView } from "../../print-accounts/webhooks/unmatched-events.ts";
import { DateTime } from "../common/date-time.tsx";
import { cursorPagination, ResponsiveTable } from "../common/responsive-table.tsx";
import { CardHeading, Note, Subdued } from "../common/text.tsx";
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
          <CardHeading>{text.title}</CardHeading>
          <Note>{isEmpty ? text.none : text.text}</Note>
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

function UnmatchedTable({ unmatched }: { unmatched: UnmatchedPage }) {
  const navigate = useNavigate();
  return (
    <ResponsiveTable
      rows={unmatched.rows}
      resource={text.resource}
      headings={text.headings}
      idOf={({ id }) => id}
      pagination={cursorPagination(unmatched, text.pages, ({ after, before }) =>
        navigate(after === null ? `?before=${before}` : `?after=${after}`),
      )}
      cells={(row) => [
        <Text as="span" fontWeight="medium">
          {row.reference}
        </Text>,
        KIND_LABELS[row.kind],
        <DateTime at={row.receivedAt} />,
        <Match row={row} />,
      ]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="100">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="span" fontWeight="medium" breakWord>
              {row.reference}
            </Text>
            <Match row={row} />
          </InlineStack>
          <Subdued>
            {KIND_LABELS[row.kind]} · <DateTime at={row.receivedAt} />
          </Subdued>
        </BlockStack>
      )}
    />
  );
}

const Match = ({ row }: { row: UnmatchedView }) =>
  row.matchedAt ? <Badge tone="success">{text.matched}</Badge> : <Badge tone="attention">{text.noOrder}</Badge>;
