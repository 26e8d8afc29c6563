import { Badge, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { shownColumns, type Column } from "../../orders/pages/list/columns.ts";
import { isFiltered, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { ShownStage, UsualDays } from "../../orders/pages/list/stages.ts";
import type { OrdersPage } from "../../orders/pages/list/read-page.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { AttentionBadge, StateBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { stateLabel } from "../common/labels.ts";
import { cursorPagination, ResponsiveTable, type ResponsiveTableProps } from "../common/responsive-table.tsx";
import { Small, Strong } from "../common/text.tsx";
import {
  destinationLabel,
  HEADINGS,
  itemsToPrintLabel,
  MARK_LABELS,
  noMatches,
  notPrintedLabel,
  ORDER_HEADING,
  PAGE,
  ROW,
  TAB_COPY,
} from "./copy.ts";

type Selection = "selected" | "selectedItemsCount" | "onSelectionChange" | "promotedBulkActions" | "bulkActions";

export interface OrdersTableProps extends Pick<ResponsiveTableProps<OrderSummary>, Selection> {
  page: OrdersPage;
  query: ListQuery;
  /** null: no column shows them. */
  usualDays: UsualDays | null;
  /** Opens the page at that cursor. */
  onPage(cursor: Pick<ListQuery, "after" | "before">): void;
}

/** A page of orders. A whole row links to the order's page. */
export function OrdersTable({ page, query, usualDays, onPage, ...selection }: OrdersTableProps) {
  const { empty, hint } = TAB_COPY[query.tab];
  const columns = shownColumns(query);
  return (
    <ResponsiveTable
      rows={page.rows}
      resource={PAGE.resource}
      headings={[ORDER_HEADING, ...columns.map((column) => HEADINGS[column])]}
      idOf={({ id }) => id}
      selectable
      selectLabel={({ name }) => ROW.select(name)}
      {...selection}
      empty={isFiltered(query) ? noMatches(page.search) : { title: empty, hint }}
      emptyPadding="800"
      pagination={cursorPagination(page, PAGE.pagination, onPage)}
      cells={(row) => [<OrderName row={row} />, ...columns.map((column) => CELLS[column](row, usualDays))]}
      phone={(row) => (
        <BlockStack gap="150">
          <InlineStack align="space-between" gap="200">
            <OrderName row={row} />
            <Text as="span" numeric>
              {paid(row)}
            </Text>
          </InlineStack>
          {row.customer && <Text as="span">{joined(row.customer.name, destinationLabel(row.customer))}</Text>}
          <Small>
            <DateTime at={row.placedAt} /> ·{" "}
            {joined(row.units.printable > 0 && itemsToPrintLabel(row.units), row.shippingTitle)}
          </Small>
          <InlineStack gap="150">
            {!repeatsState(row) && <State row={row} />}
            <Attention attention={row.attention} />
            {row.stage?.late && <Badge tone="warning">{ROW.late}</Badge>}
          </InlineStack>
        </BlockStack>
      )}
    />
  );
}

const CELLS: Readonly<Record<Column, (row: OrderSummary, usualDays: UsualDays | null) => ReactNode>> = {
  placed: (row) => <DateTime at={row.placedAt} />,
  customer: (row) => <Shortened text={row.customer?.name ?? ""} />,
  destination: (row) => <Shortened text={destinationLabel(row.customer)} />,
  status: (row) => <State row={row} />,
  stage: ({ stage }, usualDays) => stage && <DaysInStage stage={stage} usual={usualDays?.[stage.name] ?? null} />,
  attention: (row) => <Attention attention={row.attention} />,
  items: (row) => itemsToPrintLabel(row.units),
  shipping: (row) => <Shortened text={row.shippingTitle ?? ""} />,
  production: (row) => <Shortened text={row.providerStatuses.join(", ")} />,
  tracking: (row) => <Shortened text={parcels(row)} />,
  value: (row) => (
    <Text as="span" alignment="end" numeric>
      {paid(row)}
    </Text>
  ),
};

/** A text that others wrote: a long one would move the columns behind it out of sight, in all rows. */
function Shortened({ text }: { text: string }) {
  return (
    <div style={{ maxWidth: "10.5rem" }} title={text}>
      <Text as="span" truncate>
        {text}
      </Text>
    </div>
  );
}

/** The link to an order's page, and the marks of the order. */
function OrderName({ row }: { row: OrderSummary }) {
  return (
    <InlineStack gap="150" blockAlign="center" wrap={false}>
      <Link dataPrimaryLink monochrome removeUnderline url={`/app/orders/${row.number}`}>
        <Strong>{row.name}</Strong>
      </Link>
      {row.marks.map((mark) => (
        <Badge key={mark} tone={MARK_LABELS[mark].tone}>
          {MARK_LABELS[mark].label}
        </Badge>
      ))}
    </InlineStack>
  );
}

const joined = (...texts: (string | null | false)[]): string => texts.filter(Boolean).join(" · ");

/** The business days that an order has been where it is, beside those that are usual in the shop. */
function DaysInStage({ stage, usual }: { stage: ShownStage; usual: number | null }) {
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <Text as="span" numeric>
        {ROW.days(stage.days)}
      </Text>
      {usual !== null && <Small>{ROW.usual(usual)}</Small>}
      {stage.late && <Badge tone="warning">{ROW.late}</Badge>}
    </InlineStack>
  );
}

/** The state of an order's least advanced submission, and how many more submissions there are. */
function State({ row }: { row: OrderSummary }) {
  if (!row.state) return <Badge>{notPrintedLabel(row)}</Badge>;
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <StateBadge state={row.state} reasons={row.reasons} />
      <MoreCount count={row.furtherSubmissions} what={ROW.moreSubmissions} />
    </InlineStack>
  );
}

/** Whether the badges of state and attention, side by side on a phone, would say the same. */
const repeatsState = ({ state, reasons, attention, furtherSubmissions }: OrderSummary): boolean =>
  state !== null &&
  attention !== null &&
  furtherSubmissions === 0 &&
  stateLabel(state, reasons).label === ATTENTION[attention.code].label;

/** The most urgent reason for attention, and how many more there are. */
function Attention({ attention }: Pick<OrderSummary, "attention">) {
  if (!attention) return null;
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <AttentionBadge code={attention.code} />
      <MoreCount count={attention.further} what={ROW.moreReasons} />
    </InlineStack>
  );
}

function MoreCount({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <Small>
      +{count}
      <Text as="span" visuallyHidden>
        {` ${what}`}
      </Text>
    </Small>
  );
}

const paid = ({ paid }: OrderSummary) => paid && formatMoney(paid.amount, paid.currency);

function parcels({ parcels: [first, ...further] }: OrderSummary): string {
  if (!first) return "";
  return further.length === 0 ? first.trackingNumber : ROW.packages(further.length + 1);
}
