import { guardFormula } from "../csv/guard-cell.ts";
import { ATTENTION } from "../orders/core/attention.ts";
import type { DryRunContext } from "./context.ts";
import { COST_PROBLEM_LABELS, EXPORT_COLUMNS, OUTCOME_LABELS } from "./copy.ts";
import { readDryRunOrders, type DryRunView, type CheckedOrder } from "./read-dry-run.ts";
import type { OrdersQuery } from "./orders-query.ts";

type RunOfExport = Pick<DryRunView, "id" | "currency" | "startedAt">;

const number = (amount: string | null): string => amount ?? "";

/** The columns: the title, and the text of a row. A loss begins like a formula, and stays a number all the same. */
const COLUMNS: readonly [title: string, text: (row: CheckedOrder, run: RunOfExport) => string][] = [
  [EXPORT_COLUMNS.order, ({ name }) => guardFormula(name)],
  [EXPORT_COLUMNS.placed, ({ placedAt }) => placedAt],
  [EXPORT_COLUMNS.result, ({ outcome }) => OUTCOME_LABELS[outcome]],
  [EXPORT_COLUMNS.reasons, ({ reasons }) => reasons.map((code) => ATTENTION[code].label).join("; ")],
  [EXPORT_COLUMNS.fix, ({ reasons }) => reasons.map((code) => ATTENTION[code].fix).join(" ")],
  [EXPORT_COLUMNS.printItems, ({ printItems }) => String(printItems)],
  [EXPORT_COLUMNS.otherItems, ({ otherItems }) => String(otherItems)],
  [EXPORT_COLUMNS.cost, ({ cost }) => number(cost)],
  [EXPORT_COLUMNS.costCurrency, ({ cost }, { currency }) => (cost === null ? "" : guardFormula(currency))],
  [EXPORT_COLUMNS.costProblem, ({ costProblem }) => (costProblem ? COST_PROBLEM_LABELS[costProblem] : "")],
  [EXPORT_COLUMNS.paid, ({ paid }) => number(paid)],
  [EXPORT_COLUMNS.margin, ({ profit }) => number(profit)],
  [EXPORT_COLUMNS.currency, ({ profit, currency }) => (profit === null ? "" : guardFormula(currency ?? ""))],
  [EXPORT_COLUMNS.marginPercent, ({ marginPercent }) => number(marginPercent)],
];

/** The checked orders, of one outcome or with one reason, as a CSV file whose rows are read while it is sent. */
export const exportDryRun = (
  ctx: Pick<DryRunContext, "db">,
  run: RunOfExport,
  filter: Omit<OrdersQuery, "after">,
): { fileName: string; batches: AsyncIterable<string[][]> } => ({
  fileName: `dry-run-${run.startedAt.slice(0, 10)}.csv`,
  batches: readBatches(ctx, run, filter),
});

async function* readBatches(
  ctx: Pick<DryRunContext, "db">,
  run: RunOfExport,
  filter: Omit<OrdersQuery, "after">,
): AsyncGenerator<string[][]> {
  yield [COLUMNS.map(([title]) => title)];
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof readDryRunOrders>> = await readDryRunOrders(
      ctx,
      run.id,
      { ...filter, after },
      ROWS_OF_BATCH,
    );
    yield page.rows.map((row) => COLUMNS.map(([, text]) => text(row, run)));
    after = page.next;
  } while (after !== null);
}

const ROWS_OF_BATCH = 500;
