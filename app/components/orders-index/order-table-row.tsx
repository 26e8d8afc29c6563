import { BlockStack, Box, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { formatMoney } from "../common/format.ts";
import { DateTime } from "../common/date-time.tsx";
import { AttentionCell, StateCell } from "./order-cells.tsx";
import { itemsToPrintLabel, ROW } from "./copy.ts";

interface RowProps {
  row: OrderSummary;
  selected: boolean;
  position: number;
}

/** An order in the table. The whole row links to the order's page. */
export function OrderTableRow({ row, selected, position }: RowProps) {
  return (
    <IndexTable.Row id={row.id} selected={selected} position={position} accessibilityLabel={ROW.select(row.name)}>
      <IndexTable.Cell>
        <OrderLink row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <DateTime at={row.placedAt} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <StateCell row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <AttentionCell attention={row.attention} />
      </IndexTable.Cell>
      <IndexTable.Cell>{itemsToPrintLabel(row.units)}</IndexTable.Cell>
      <IndexTable.Cell>{row.providerStatuses.join(", ")}</IndexTable.Cell>
      <IndexTable.Cell>{parcels(row)}</IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {row.paid && formatMoney(row.paid.amount, row.paid.currency)}
        </Text>
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

/** An order in the list on a phone. */
export function OrderPhoneRow({ row, selected, position }: RowProps) {
  return (
    <IndexTable.Row id={row.id} selected={selected} position={position} accessibilityLabel={ROW.select(row.name)}>
      <Box padding="300" width="100%">
        <BlockStack gap="150">
          <InlineStack align="space-between" gap="200">
            <OrderLink row={row} />
            <Text as="span" numeric>
              {row.paid && formatMoney(row.paid.amount, row.paid.currency)}
            </Text>
          </InlineStack>
          <Text as="span" tone="subdued" variant="bodySm">
            <DateTime at={row.placedAt} /> · {itemsToPrintLabel(row.units)}
          </Text>
          <InlineStack gap="150">
            <StateCell row={row} />
            <AttentionCell attention={row.attention} />
          </InlineStack>
        </BlockStack>
      </Box>
    </IndexTable.Row>
  );
}

function OrderLink({ row }: { row: OrderSummary }) {
  return (
    <Link dataPrimaryLink monochrome removeUnderline url={`/app/orders/${row.number}`}>
      <Text as="span" fontWeight="semibold">
        {row.name}
      </Text>
    </Link>
  );
}

function parcels({ parcels: [first, ...further] }: OrderSummary): string {
  if (!first) return "";
  return further.length === 0 ? first.trackingNumber : ROW.packages(further.length + 1);
}
