import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { AccessLogEntry } from "../../privacy/access-log/list.ts";
import { DateTime } from "../common/date-time.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small } from "../common/text.tsx";
import { COPY, VIEW_LABELS } from "./access-log-copy.ts";

/** The entries of the access log. */
export function AccessLogTable({ rows }: { rows: AccessLogEntry[] }) {
  return (
    <ResponsiveTable
      rows={rows}
      resource={COPY.resource}
      headings={COPY.headings}
      idOf={({ id }) => id}
      empty={COPY.noMatch}
      emptyPadding="800"
      cells={(row) => [<DateTime at={row.at} />, COPY.person(row), VIEW_LABELS[row.view], <Orders row={row} />]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="100">
          <InlineStack align="space-between" gap="200">
            <Text as="span" fontWeight="medium">
              {COPY.person(row)}
            </Text>
            <Small>
              <DateTime at={row.at} />
            </Small>
          </InlineStack>
          <InlineStack gap="200">
            <span>{VIEW_LABELS[row.view]}</span>
            <Orders row={row} />
          </InlineStack>
        </BlockStack>
      )}
    />
  );
}

function Orders({ row: { order, count } }: { row: AccessLogEntry }) {
  return order ? <Link url={`/app/orders/${order.number}`}>{order.name}</Link> : <span>{COPY.orders(count)}</span>;
}
