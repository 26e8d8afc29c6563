import type { SyncedOrder } from "../../ports/print-service.ts";
import { errorName, RemoteError } from "../../ports/errors.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import { isUnchanged, readComparisonRows, recordCompared, type ComparisonRow } from "./comparison-row.ts";
import { isReference } from "./find-by-reference.ts";
import { findOrder, queryFor, recordUnreadOrder } from "../provider-reader/find-order.ts";
import { recordNotShown } from "./alert-missing.ts";

/** Rows of the list that are compared together: a page of it (print-service: listOrders). */
const PAGE_SIZE = 200;
/** Rows that cannot be applied, after which the comparison ends: the cause is probably not the rows. */
const MAX_FAILED_ROWS = 3;

/**
 * Compares an account's submissions with the rows that its list showed, due or not: one read and one write for a page of
 * unchanged rows. Each changed row is applied by itself. `stopping` ends it early. Returns how many it compared.
 * @throws what applying a row threw, where several failed
 */
export async function compareListed(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  listed: ReadonlyMap<string, SyncedOrder>,
  stopping?: AbortSignal,
): Promise<number> {
  const references = [...listed.keys()].filter(isReference);
  const pages = { ctx, listed, failures: 0, stopping };
  let compared = 0;
  for (let start = 0; start < references.length && !stopping?.aborted; start += PAGE_SIZE) {
    const rows = await readComparisonRows(ctx, printAccountId, references.slice(start, start + PAGE_SIZE));
    compared += await comparePage(pages, rows);
  }
  return compared;
}

interface Pages {
  ctx: OrdersContext;
  listed: ReadonlyMap<string, SyncedOrder>;
  /** Of all pages together. */
  failures: number;
  stopping: AbortSignal | undefined;
}

async function comparePage(pages: Pages, rows: readonly ComparisonRow[]): Promise<number> {
  const { ctx, listed, stopping } = pages;
  const unchanged: ComparisonRow[] = [];
  const changed: { row: ComparisonRow; synced: SyncedOrder }[] = [];
  for (const row of rows) {
    const synced = listed.get(row.reference);
    if (!synced) continue;
    if (isUnchanged(ctx, row, synced)) unchanged.push(row);
    else changed.push({ row, synced });
  }
  await recordCompared(ctx, unchanged);
  let compared = unchanged.length;
  for (const { row, synced } of changed) {
    if (stopping?.aborted) break;
    try {
      await applyProviderOrder(ctx, { submissionId: row.id, synced, reportedBy: "list" });
      compared += 1;
    } catch (error) {
      pages.failures += 1;
      if (pages.failures >= MAX_FAILED_ROWS) throw error;
      const fields = { submission: row.id, error: errorName(error) };
      ctx.log.error(fields, "what the service shows of an order cannot be applied");
    }
  }
  return compared;
}

/** Orders that the service fails to show, after which it is taken to fail as a whole. */
const MAX_FAILURES = 3;
/** Comparisons without a change that one statement stores. */
const STORED_AT_ONCE = 50;

export interface DetailComparison {
  printAccountId: PrintAccountId;
  /** The list showed other submissions, so the service works. */
  othersCompared: boolean;
  stopping: AbortSignal | undefined;
}

/**
 * Compares submissions one by one with their detail. One order that the service cannot show does not stop the others.
 * Several do, or the only one, since then the service itself fails; those that failed the last time, too, say less. Returns those
 * whose detail may show only a part of the order.
 * @throws RemoteError when the service fails
 */
export async function compareByDetail(
  ctx: OrdersContext,
  rows: readonly ComparisonRow[],
  { printAccountId, othersCompared, stopping }: DetailComparison,
): Promise<ComparisonRow[]> {
  const failed: ComparisonRow[] = [];
  const unchanged = collectCompared(ctx);
  const parts: ComparisonRow[] = [];
  let compared = othersCompared;
  for (const row of rows) {
    if (stopping?.aborted) break;
    try {
      const outcome = await compareDetail(ctx, printAccountId, row);
      if (outcome === "unchanged") await unchanged.add(row);
      if (outcome === "part") parts.push(row);
      compared = true;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      failed.push(row);
      await recordUnreadOrder(ctx, row.id);
      ctx.log.warn({ submission: row.id, error: error.name }, "the service does not show an order");
      if (failed.length < MAX_FAILURES && (compared || row !== rows.at(-1))) continue;
      await unchanged.flush();
      if (compared && failed.every(({ readFailing }) => readFailing)) return parts;
      throw error;
    }
  }
  await unchanged.flush();
  return parts;
}

/**
 * Applies what changed at the service, if anything did. `otherwiseShown`: the list shows the order, so an empty detail counts for
 * nothing.
 * @throws RemoteError
 */
export async function compareDetail(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  row: ComparisonRow,
  { otherwiseShown = false }: { otherwiseShown?: boolean } = {},
): Promise<"changed" | "unchanged" | "part"> {
  const found = await findOrder(ctx, queryFor(row, printAccountId));
  if (found.outcome === "found" && !isUnchanged(ctx, row, found.synced)) {
    const { isPart } = await applyProviderOrder(ctx, { submissionId: row.id, ...found, reportedBy: "detail" });
    return isPart ? "part" : "changed";
  }
  if (found.outcome === "absent" && !otherwiseShown) await recordNotShown(ctx, row);
  return "unchanged";
}

/** Stores comparisons without a change in batches. Those that a crash loses are made again. */
function collectCompared(ctx: OrdersContext) {
  let rows: ComparisonRow[] = [];
  const flush = async (): Promise<void> => {
    const collected = rows;
    rows = [];
    await recordCompared(ctx, collected);
  };
  return {
    flush,
    async add(row: ComparisonRow): Promise<void> {
      rows.push(row);
      if (rows.length >= STORED_AT_ONCE) await flush();
    },
  };
}
