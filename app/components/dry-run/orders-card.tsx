import { Box, Card, Select, Tabs } from "@shopify/polaris";
import { OUTCOME_LABELS } from "../../dry-run/copy.ts";
import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { OUTCOMES } from "../../dry-run/orders-query.ts";
import type { CheckedOrder } from "../../dry-run/read-orders.ts";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { usePages } from "../common/use-pages.ts";
import { COPY } from "./copy.ts";
import { OrdersTable } from "./orders-table.tsx";
import { useDryRunQuery } from "./use-dry-run.ts";

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
