import type { Submission } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder, type ProviderOrderUpdate } from "../provider-updates/apply-provider-order.ts";
import type { Staff } from "../core/history.ts";
import { ACTIONS } from "../actions/actions.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { requireComplete, scanList, type ListScan } from "../provider-reader/list-scan.ts";
import { tryProvider, type ProviderFailure } from "./try-provider.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";

/** `updated`: the state or the parcels changed, or a parcel was retried. */
export type SubmissionRefresh = "updated" | "no_changes" | "absent" | ProviderFailure;

type FetchedOrder = Omit<ProviderOrderUpdate, "submissionId">;

interface FetchedOrders {
  /** By reference. */
  shown: ReadonlyMap<string, FetchedOrder>;
  /** What follows for an order that is not shown. */
  notShown: "absent" | ProviderFailure;
}

/**
 * Asks the service again for these submissions of one account, applies what it shows, and retries parcels that wait for
 * Shopify. What the page showed may be outdated and does not count. `days`: where the list shows the submissions.
 */
export async function refreshSubmissions(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  rows: readonly Submission[],
  days: { begin: Date; end: Date },
  staff: Staff,
): Promise<Map<string, SubmissionRefresh>> {
  const fetched = await tryProvider(() => fetchProviderOrders(ctx, printAccountId, { rows, days }));
  if (fetched.outcome === "failed") return new Map(rows.map(({ id }) => [id, fetched.failure]));
  const { shown, notShown } = fetched.value;
  const results = new Map<string, SubmissionRefresh>();
  for (const row of rows) {
    const update = shown.get(row.reference);
    results.set(row.id, update ? await refreshOne(ctx, row, update, staff) : notShown);
  }
  return results;
}

/** One by its detail, where that shows it; several by one scan of the list. */
async function fetchProviderOrders(
  ctx: OrdersContext,
  account: PrintAccountId,
  { rows, days }: { rows: readonly Submission[]; days: { begin: Date; end: Date } },
): Promise<FetchedOrders> {
  const [only, another] = rows;
  if (only && !another) {
    const found = await findOrder(ctx, queryFor(only, account));
    if (found.outcome === "found")
      return { shown: new Map([[only.reference, { ...found, reportedBy: "detail" }]]), notShown: "absent" };
  }
  const scan = await scanList(ctx, account, days.begin, days.end);
  const shown = new Map<string, FetchedOrder>(
    [...scan.orders].map(([reference, synced]) => [reference, { synced, reportedBy: "list" }]),
  );
  const allShown = rows.every(({ reference }) => shown.has(reference));
  return { shown, notShown: allShown ? "absent" : await absenceIn(ctx, scan) };
}

/** Only a complete list says that the service does not have an order. @throws RemoteError */
async function absenceIn(ctx: OrdersContext, scan: ListScan): Promise<FetchedOrders["notShown"]> {
  const { outcome } = await requireComplete(ctx, scan);
  if (outcome === "complete") return "absent";
  return outcome === "incomplete" ? "unavailable" : outcome;
}

async function refreshOne(
  ctx: OrdersContext,
  row: Submission,
  update: FetchedOrder,
  { userId }: Staff,
): Promise<SubmissionRefresh> {
  const before = await progressOf(ctx, row.id);
  await applyProviderOrder(ctx, { submissionId: row.id, ...update });
  const retried = await ACTIONS.retry_fulfillment(ctx, { shopId: row.shopId, submissionId: row.id, userId });
  return retried === "done" || (await progressOf(ctx, row.id)) !== before ? "updated" : "no_changes";
}

async function progressOf(ctx: OrdersContext, id: SubmissionId): Promise<string> {
  const { state, _count } = await ctx.db.submission.findUniqueOrThrow({
    where: { id },
    select: { state: true, _count: { select: { parcels: true } } },
  });
  return `${state} ${_count.parcels}`;
}
