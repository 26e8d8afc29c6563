import type { Submission } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, idsOf, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import type { MismatchReason } from "./buckets.ts";
import type { ReconciliationShop } from "./reconcile.ts";
import { findMissing, type FindMissingResult } from "./find-missing.ts";
import { instantsOf, type DateRange } from "./date-range.ts";
import { refreshSubmissions, type SubmissionRefresh } from "./refresh-submissions.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export type RepairRequest =
  | { repair: "look_up"; submissionId: SubmissionId }
  /** `range`: the days of the reconciliation. */
  | { repair: "refresh"; submissionIds: readonly SubmissionId[]; range: DateRange }
  | { repair: "dismiss"; submissionId: SubmissionId; why: MismatchReason; serviceOrderId: string | null };

export type RepairOutcome = FindMissingResult | SubmissionRefresh | "dismissed" | "not_found";

export interface RepairResult {
  submissionId: SubmissionId;
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
  shop: ReconciliationShop,
  request: RepairRequest & Staff,
): Promise<RepairResult[]> {
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
  request: RepairRequest & Staff,
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
