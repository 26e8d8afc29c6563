import type { SyncedOrder } from "../../ports/print-service.ts";
import { errorName } from "../../ports/errors.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import { isUnchanged, readComparisonRows, recordCompared, type ComparisonRow } from "./comparison-row.ts";
import { isReference } from "./find-by-reference.ts";

/** Rows of the list that are compared together: a page of it (print-service: listOrders). */
const PAGE_SIZE = 200;
/** Rows that cannot be applied, after which the comparison ends: the cause is probably not the rows. */
const MAX_FAILURES = 3;

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
      if (pages.failures >= MAX_FAILURES) throw error;
      const fields = { submission: row.id, error: errorName(error) };
      ctx.log.error(fields, "what the service shows of an order cannot be applied");
    }
  }
  return compared;
}
