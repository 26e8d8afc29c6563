import type { PrintAccount, SyncGapProblem } from "@prisma/client";
import { RemoteError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { requireComplete, scanHistory, type CompleteScan } from "../provider-reader/list-scan.ts";
import { NO_SYNC_GAP } from "./sync-gap.ts";
import { recordOrphans } from "./record-orphans.ts";
import { wakeOrdersWithOrphans } from "./wake-orders-with-orphans.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

/** known: there was no gap. */
export type BackfillResult = "no_gap" | "too_early" | "completed" | SyncGapProblem;

const DAY_MS = 24 * 60 * 60 * 1000;
const KNOWN_ORDER_DAYS = 14;
const KNOWN_ORDER_COUNT = 5;

/**
 * When the list shows all that was sent before the gap was noticed: calls that ran have ended, and the service has
 * listed them.
 */
export const backfillableAt = (ctx: Pick<OrdersContext, "policy">, syncGapDetectedAt: Date): Date =>
  new Date(syncGapDetectedAt.getTime() + ctx.policy.createTimeoutMs + ctx.policy.providerLagMs);

/**
 * Reads in the service's list what was sent in a sync gap of this database, keeps it as orphans, and lets the account
 * send again. The scan has to be complete, and to show the last orders of ours from before the gap, where there were
 * any. Nothing was sent after what is looked for, so no later order can prove anything: only a complete scan does.
 */
export async function backfill(ctx: OrdersContext, printAccountId: string): Promise<BackfillResult> {
  const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: printAccountId } });
  const { syncGapFrom, syncGapDetectedAt } = account;
  if (!syncGapFrom || !syncGapDetectedAt) return "no_gap";
  if (ctx.clock.now() < backfillableAt(ctx, syncGapDetectedAt)) return "too_early";
  const { rows, problem } = await readSyncGap(ctx, account, syncGapFrom);
  // What the list shows is there, whatever it may lack. Repeating does no harm; the gap is closed last.
  await recordOrphans(ctx, printAccountId, rows);
  await wakeOrdersWithOrphans(ctx, printAccountId);
  if (problem) {
    await ctx.db.printAccount.updateMany({
      where: { id: account.id, syncGapDetectedAt },
      data: { syncGapProblem: problem },
    });
    return problem;
  }
  // Not where another gap was noticed meanwhile.
  const { count } = await ctx.db.printAccount.updateMany({
    where: { id: account.id, syncGapDetectedAt },
    data: NO_SYNC_GAP,
  });
  return count === 1 ? "completed" : "too_early";
}

async function readSyncGap(
  ctx: OrdersContext,
  account: PrintAccount,
  syncGapFrom: Date,
): Promise<{ rows: readonly SyncedOrder[]; problem: SyncGapProblem | null }> {
  const knownOrders = await recentKnownOrders(ctx, account.id, syncGapFrom);
  const from = knownOrders.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), syncGapFrom);
  try {
    const scan = await scanHistory(ctx, account.id, from);
    const checked = await requireComplete(ctx, scan);
    if (checked.outcome !== "complete") return { rows: scan.rows, problem: checked.outcome };
    return { rows: scan.rows, problem: showsAll(checked.scan, knownOrders) ? null : "known_order_missing" };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ account: account.id, error: error.name }, "the list could not be read after a gap; nothing is sent");
    return { rows: [], problem: "unreadable" };
  }
}

/** What the gap is closed by: the whole list, and in it every order that it is known to hold. */
const showsAll = (scan: CompleteScan, known: readonly { reference: string }[]): boolean =>
  known.every(({ reference }) => scan.orders.has(reference));

/** The last that this database knows to be at the service: a list without one of them lacks others, too. */
function recentKnownOrders(ctx: OrdersContext, printAccountId: string, syncGapFrom: Date) {
  return ctx.db.submission.findMany({
    where: {
      printAccountId,
      state: { in: [...AT_PROVIDER_STATES] },
      foundAt: null,
      replacedAt: null,
      sentAt: { gte: new Date(syncGapFrom.getTime() - KNOWN_ORDER_DAYS * DAY_MS) },
    },
    orderBy: { sentAt: "desc" },
    take: KNOWN_ORDER_COUNT,
    select: { reference: true, sentAt: true },
  });
}
