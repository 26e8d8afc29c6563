import type { Submission } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, idsOf, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import type { MismatchReason } from "./buckets.ts";
import type { ReconciliationShop } from "./reconcile.ts";
import { parseReference } from "../core/reference.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { addOrder, type AddOrderRequest, type AddedOrder } from "./add-order.ts";
import { findMissing, type FindMissingResult } from "./find-missing.ts";
import { instantsOf, type DateRange } from "../../settings/date-range.ts";
import type { SubmissionId, PrintAccountId } from "../../ports/ids.ts";
import { applyProviderOrder, type ProviderOrderUpdate } from "../provider-updates/apply-provider-order.ts";
import { ACTIONS } from "../actions/actions.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { requireComplete, scanList, type ListScan } from "../provider-reader/list-scan.ts";
import { tryProvider, type ProviderFailure } from "./run-reconciliation.ts";

export type RepairRequest =
  | { repair: "look_up"; submissionId: SubmissionId }
  /** `range`: the days of the reconciliation. */
  | { repair: "refresh"; submissionIds: readonly SubmissionId[]; range: DateRange }
  | AddOrderRequest
  | { repair: "dismiss"; submissionId: SubmissionId; why: MismatchReason; serviceOrderId: string | null };

export type RepairOutcome = FindMissingResult | SubmissionRefresh | AddedOrder["outcome"] | "dismissed" | "not_found";

export interface RepairResult {
  /** null: nothing was added. */
  submissionId: SubmissionId | null;
  /** null when the shop has no such submission. */
  orderName: string | null;
  outcome: RepairOutcome;
}

/** Submissions repaired in one request; more are ignored. */
export const MAX_REPAIRS = 100;

type Row = Submission & { order: { name: string } };

/** For submissions of this shop only; each has its own outcome. Sends nothing. */
export async function repairRows(
  ctx: LookupContext,
  shop: ReconciliationShop & Pick<ShopRow, "domain">,
  request: RepairRequest & Staff,
): Promise<RepairResult[]> {
  if (request.repair === "add_order")
    return [{ orderName: parseReference(request.reference)?.name ?? null, ...(await addOrder(ctx, shop, request)) }];
  const ids =
    "submissionIds" in request ? [...new Set(request.submissionIds)].slice(0, MAX_REPAIRS) : [request.submissionId];
  const rows = await ctx.db.submission.findMany({
    where: { shopId: shop.id, id: { in: ids } },
    include: { order: { select: { name: true } } },
  });
  const outcomes = await outcomesOf(ctx, shop, request, rows);
  return ids.map((submissionId) => ({
    submissionId,
    orderName: rows.find(({ id }) => id === submissionId)?.order.name ?? null,
    outcome: outcomes.get(submissionId) ?? "not_found",
  }));
}

async function outcomesOf(
  ctx: LookupContext,
  shop: ReconciliationShop,
  request: Exclude<RepairRequest, AddOrderRequest> & Staff,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, RepairOutcome>> {
  const [row] = rows;
  if (!row) return new Map();
  if (request.repair === "look_up") return new Map([[row.id, await findMissing(ctx, row, request)]]);
  if (request.repair === "dismiss") return new Map([[row.id, await dismissRow(ctx, row, request)]]);
  const account = shop.printAccountId;
  const days = instantsOf(request.range, shop.timezone);
  const refreshable = rows.filter(({ printAccountId }) => printAccountId === null || printAccountId === account);
  const refreshed = account
    ? await refreshSubmissions(ctx, account, refreshable, days, request)
    : new Map<string, SubmissionRefresh>();
  return new Map(rows.map(({ id }) => [id, refreshed.get(id) ?? "invalid_state"]));
}

async function dismissRow(
  ctx: OrdersContext,
  row: Row,
  request: Pick<RepairRequest & { repair: "dismiss" }, "why" | "serviceOrderId"> & Staff,
): Promise<"dismissed"> {
  const { why, serviceOrderId } = request;
  const data = { why, serviceOrderId };
  const entry = { ...idsOf(row), code: "reconciliation.dismissed", actor: request, data } as const;
  await withOrderLock(ctx, row.orderId, (tx) => addHistory(tx, ctx, entry));
  return "dismissed";
}

/** `updated`: the state or the parcels changed, or a parcel was retried. */
type SubmissionRefresh = "updated" | "no_changes" | "absent" | ProviderFailure;

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
