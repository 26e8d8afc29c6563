import type { Submission } from "@prisma/client";
import type { PrintAccountCalls } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder, type ProviderOrderUpdate } from "../provider-updates/apply-provider-order.ts";
import { ACTIONS } from "../actions/actions.ts";
import { fetchDetail } from "../provider-reader/fetch-detail.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import { tryProvider, type ProviderFailure } from "./try-provider.ts";

/** `updated`: something is known now, or moves again, that was not before. */
export type SubmissionRefresh = "updated" | "no_changes" | "absent" | ProviderFailure;

type FetchedOrder = Omit<ProviderOrderUpdate, "submissionId">;

/**
 * Asks the service anew what it shows of these submissions of one account, takes it in, and has parcels that wait for Shopify
 * tried again. What the page showed is not taken for true: it may be old. `days`: where the list shows them.
 */
export async function refreshSubmissions(
  ctx: OrdersContext,
  printAccountId: string,
  rows: readonly Submission[],
  days: { begin: Date; end: Date },
): Promise<Map<string, SubmissionRefresh>> {
  const calls = ctx.printService.forAccount(printAccountId);
  const fetched = await tryProvider(() => fetchProviderOrders(calls, rows, days));
  if ("failed" in fetched) return new Map(rows.map(({ id }) => [id, fetched.failed]));
  const results = new Map<string, SubmissionRefresh>();
  for (const row of rows) {
    const update = fetched.value.get(row.reference);
    results.set(row.id, update ? await refreshOne(ctx, row, update) : "absent");
  }
  return results;
}

/** One by its detail, where that shows it; several by one walk over the list. */
async function fetchProviderOrders(
  calls: PrintAccountCalls,
  rows: readonly Submission[],
  { begin, end }: { begin: Date; end: Date },
): Promise<Map<string, FetchedOrder>> {
  const [only, another] = rows;
  const detailed = only && !another ? await fetchDetail(calls, only) : null;
  if (only && detailed) return new Map([[only.reference, { ...detailed, reportedBy: "detail" }]]);
  const { rows: listed } = await calls.listAll(serviceRange(begin, end));
  return new Map(listed.map((synced) => [synced.reference, { synced, reportedBy: "list" }]));
}

async function refreshOne(ctx: OrdersContext, row: Submission, update: FetchedOrder): Promise<SubmissionRefresh> {
  const before = await progressOf(ctx, row.id);
  await applyProviderOrder(ctx, { submissionId: row.id, ...update });
  const retried = await ACTIONS.retry_fulfillment(ctx, { shopId: row.shopId, submissionId: row.id });
  return retried === "done" || (await progressOf(ctx, row.id)) !== before ? "updated" : "no_changes";
}

async function progressOf(ctx: OrdersContext, id: string): Promise<string> {
  const { state, _count } = await ctx.db.submission.findUniqueOrThrow({
    where: { id },
    select: { state: true, _count: { select: { parcels: true } } },
  });
  return `${state} ${_count.parcels}`;
}
