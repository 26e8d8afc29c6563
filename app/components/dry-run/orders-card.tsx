import {
  Box,
  Card,
  Select,
  Tabs,
  Badge,
  BlockStack,
  InlineStack,
  Link,
  Text,
  type BadgeProps,
  type IndexTableProps,
} from "@shopify/polaris";
import { OUTCOME_LABELS, COST_PROBLEM_LABELS } from "../../dry-run/copy.ts";
import type { DryRunView, CheckedOrder } from "../../dry-run/read-dry-run.ts";
import {
  OUTCOMES,
  readOrdersQuery,
  writeOrdersQuery,
  type OrdersQuery,
  type Outcome,
} from "../../dry-run/orders-query.ts";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { COPY } from "./copy.ts";
import { useListAddress, usePages } from "../common/list-address.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney } from "../common/format.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small, SmallNote } from "../common/text.tsx";
import { SETTINGS_LINKS } from "../common/page-links.ts";

const text = COPY.table;

export interface OrdersCardProps {
  run: DryRunView;
  orders: { rows: CheckedOrder[]; next: number | null };
}

/** Where the checked orders begin on the page. */
export const ORDERS_ID = "checked-orders";

/** The checked orders: a tab for each result, and a filter by reason. */
export function OrdersCard({ run, orders }: OrdersCardProps) {
  const { query, filter, addressOf } = useDryRunQuery();
  const pages = usePages(query.after, orders.next, addressOf);
  const choices = [null, ...OUTCOMES.filter((outcome) => run.outcomes[outcome] > 0 || outcome === query.outcome)];
  const tabs = choices.map((outcome) => ({
    id: `dry-run-${outcome ?? "all"}`,
    panelID: "dry-run-orders",
    content: outcome ? OUTCOME_LABELS[outcome] : text.all,
    badge: String(outcome ? run.outcomes[outcome] : run.checked),
  }));
  const reasons = run.reasons.map(({ code }) => ({ value: code, label: ATTENTION[code].label }));
  return (
    <Card padding="0">
      <div id={ORDERS_ID} />
      <Tabs
        tabs={tabs}
        selected={choices.indexOf(query.outcome)}
        onSelect={(index) => filter({ outcome: choices[index] ?? null })}
      >
        {reasons.length > 0 && (
          <Box paddingInline="300" paddingBlock="200">
            <Select
              label={text.reason}
              labelInline
              options={[{ value: "", label: text.anyReason }, ...reasons]}
              value={query.reason ?? ""}
              onChange={(code: AttentionCode | "") => filter({ reason: code || null })}
            />
          </Box>
        )}
        <OrdersTable
          rows={orders.rows}
          currency={run.currency}
          pagination={pages && { ...pages, accessibilityLabel: text.pages }}
        />
      </Tabs>
    </Card>
  );
}

const TONES: Readonly<Record<Outcome, BadgeProps["tone"]>> = {
  would_send: "success",
  would_hold: "attention",
  nothing_to_print: undefined,
  unreadable: "warning",
};

interface OrdersTableProps extends Pick<IndexTableProps, "pagination"> {
  rows: CheckedOrder[];
  /** Of the costs. */
  currency: string;
}

/** Each checked order with its result, cost and margin, and where to fix what would hold it. */
function OrdersTable({ rows, currency, pagination }: OrdersTableProps) {
  return (
    <ResponsiveTable
      rows={rows}
      resource={text.resource}
      headings={text.headings}
      idOf={({ number }) => number}
      pagination={pagination}
      empty={text.empty}
      emptyPadding="400"
      cells={(row) => [
        <OrderLink row={row} />,
        <DateTime at={row.placedAt} />,
        <Result row={row} />,
        <Text as="span" alignment="end" numeric>
          {text.items(row.printItems, row.otherItems)}
        </Text>,
        <Text as="span" alignment="end" numeric>
          {row.cost !== null && formatMoney(row.cost, currency)}
        </Text>,
        <Text as="span" alignment="end" numeric>
          {marginOf(row)}
        </Text>,
        <Fix row={row} />,
      ]}
      phone={(row) => (
        <BlockStack gap="100">
          <InlineStack align="space-between">
            <OrderLink row={row} />
            <Small>
              <DateTime at={row.placedAt} />
            </Small>
          </InlineStack>
          <Result row={row} />
          {row.printItems > 0 && <SmallNote>{phoneFigures(row, currency)}</SmallNote>}
          <Fix row={row} />
        </BlockStack>
      )}
    />
  );
}

function OrderLink({ row: { name, number } }: { row: CheckedOrder }) {
  return (
    <Link url={`shopify://admin/orders/${number}`} accessibilityLabel={text.openInShopify(name)}>
      {name}
    </Link>
  );
}

/** The result with its reasons, and why there is no cost. */
function Result({ row: { outcome, reasons, costProblem } }: { row: CheckedOrder }) {
  return (
    <BlockStack gap="100">
      <InlineStack gap="100">
        <Badge tone={TONES[outcome]}>{OUTCOME_LABELS[outcome]}</Badge>
        {reasons.map((code) => (
          <AttentionBadge key={code} code={code} />
        ))}
      </InlineStack>
      {costProblem && costProblem !== "not_connected" && <Small>{COST_PROBLEM_LABELS[costProblem]}</Small>}
    </BlockStack>
  );
}

function Fix({ row }: { row: CheckedOrder }) {
  const fix = fixOf(row);
  return fix && <Link url={fix.url}>{fix.label}</Link>;
}

/** e.g. `$12.50 USD (31.2%)`; null where the margin is not known. */
function marginOf({ profit, currency, marginPercent }: CheckedOrder): string | null {
  if (profit === null || currency === null) return null;
  const amount = formatMoney(profit, currency);
  return marginPercent === null ? amount : `${amount} (${marginPercent}%)`;
}

function phoneFigures(row: CheckedOrder, currency: string): string {
  const margin = marginOf(row);
  return [
    text.phoneItems(row.printItems),
    row.cost === null ? null : text.cost(formatMoney(row.cost, currency)),
    margin && text.margin(margin),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** Where the first reason is fixed that a page of the app fixes; null where only the order itself can be. */
function fixOf(row: Pick<CheckedOrder, "reasons" | "productId" | "variantId">) {
  for (const code of row.reasons) {
    const { fixedIn } = ATTENTION[code];
    if (fixedIn === "products") return { label: text.mapVariant, url: mappingUrl(row) };
    if (fixedIn && fixedIn !== "shopify") return { label: text.settings, url: SETTINGS_LINKS[fixedIn] };
  }
  return null;
}

const mappingUrl = ({ productId, variantId }: Pick<CheckedOrder, "productId" | "variantId">): string =>
  productId === null ? "/app/products" : `/app/products/${productId}${variantId ? `?variant=${variantId}` : ""}`;

/** The filters and the page in the page's address, and a way to change them. */
export function useDryRunQuery() {
  const { params, navigateTo } = useListAddress();
  const query = readOrdersQuery(params);
  const addressOf = (next: OrdersQuery) => `?${writeOrdersQuery(next).toString()}`;
  return {
    query,
    filter: (change: Partial<Omit<OrdersQuery, "after">>) =>
      navigateTo(writeOrdersQuery({ ...query, ...change, after: null }), null),
    /** The page that begins after an order. */
    addressOf: (after: number) => addressOf({ ...query, after }),
  };
}
