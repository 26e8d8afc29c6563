import { RemoteError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import { FOLLOWED_STATES } from "../core/states.ts";
import { recordReadFailure, recordUnreadOrder, NO_READ_FAILURE } from "../provider-reader/read-failures.ts";
import { recordNotShown, alertMissing, type SentSubmission } from "./alert-missing.ts";
import { findOrder, possibleDates, queryFor } from "../provider-reader/find-order.ts";
import { scanList } from "../provider-reader/list-scan.ts";
import { planReading, type ReadingPlan } from "./reading-plan.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/**
 * Fulfilled submissions are compared about once a day (in `providerCheckIntervalMs`) for two weeks: a further parcel
 * may be reported after the last known one.
 */
const CHECKS_A_DAY = 96;
const LATE_PARCEL_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 500;
const MAX_FAILURES = 3;

/**
 * Compares the submissions of an account that are due for it with the service: recent ones by the list, others by their
 * detail, whichever takes fewer requests. Finds tracking and statuses whose events were lost. Older submissions are
 * compared more rarely, so that the cost does not grow with history. `stopping` ends it early.
 * @throws RemoteError when the service cannot be read, which is recorded; what was applied before stays
 */
export async function sweepAccount(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  stopping?: AbortSignal,
): Promise<number> {
  const due = await dueForCheck(ctx, printAccountId);
  if (due.length > 0) {
    const { listFrom } = await plan(ctx, printAccountId, due);
    const readContext = { ctx, printAccountId };
    const rows = await recordReadFailure({ ...readContext, call: "list" }, () =>
      readList(ctx, printAccountId, listFrom),
    );
    await recordReadFailure({ ...readContext, call: "detail" }, () => compareAll(ctx, due, rows, stopping));
    await recordReadFailure({ ...readContext, call: "list" }, () => alertMissing(ctx, printAccountId, due));
  }
  await ctx.db.printAccount.update({
    where: { id: printAccountId },
    data: { sweptAt: ctx.clock.now(), ...NO_READ_FAILURE },
  });
  return due.length;
}

async function dueForCheck(ctx: OrdersContext, printAccountId: PrintAccountId): Promise<SentSubmission[]> {
  const now = ctx.clock.now().getTime();
  const unchecked = (forMs: number) => [{ checkedAt: null }, { checkedAt: { lte: new Date(now - forMs) } }];
  const rows = await ctx.db.submission.findMany({
    where: {
      printAccountId,
      OR: [
        {
          state: { in: [...FOLLOWED_STATES] },
          sentAt: { not: null },
          OR: unchecked(ctx.policy.providerCheckIntervalMs),
        },
        {
          state: "fulfilled",
          sentAt: { gte: new Date(now - LATE_PARCEL_DAYS * DAY) },
          OR: unchecked(ctx.policy.providerCheckIntervalMs * CHECKS_A_DAY),
        },
      ],
    },
    // The longest waiting first, so that a full batch cannot starve the others.
    orderBy: [{ checkedAt: { sort: "asc", nulls: "first" } }, { sentAt: "asc" }],
    take: BATCH_SIZE,
  });
  return rows.filter((row): row is SentSubmission => {
    if (!row.sentAt) return false;
    if (row.state === "fulfilled") return true;
    const days = (now - row.sentAt.getTime()) / DAY;
    const since = (row.checkedAt ?? row.submittedAt ?? row.sentAt).getTime();
    return now - since >= ctx.policy.providerCheckIntervalMs * Math.max(1, Math.floor(days));
  });
}

/** Candidates for the begin of a scan: one, two, four … days ago, and the oldest submission that is due. */
async function plan(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  due: readonly SentSubmission[],
): Promise<ReadingPlan> {
  const now = ctx.clock.now().getTime();
  const oldest = Math.min(...due.map((row) => row.sentAt.getTime()));
  const starts: Date[] = [];
  for (let age = DAY; now - age > oldest; age *= 2) starts.push(new Date(now - age));
  starts.push(new Date(oldest));
  const candidates = await ctx.db.$queryRaw<{ from: Date; sentSince: number }[]>`
    SELECT start AS "from", (
      SELECT count(*)::int FROM "Submission"
      WHERE "printAccountId" = ${printAccountId}::uuid AND "sentAt" >= start - interval '1 day'
    ) AS "sentSince"
    FROM unnest(${starts}::timestamptz[]) AS start`;
  const costs = due.map((row) => ({
    sentAt: row.sentAt,
    detailRequests: row.serviceDate ? 1 : possibleDates(row).length,
  }));
  return planReading(costs, candidates);
}

async function readList(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  from: Date | null,
): Promise<ReadonlyMap<string, SyncedOrder>> {
  if (!from) return new Map();
  return (await scanList(ctx, printAccountId, from)).orders;
}

/**
 * One order that the service cannot show does not stop the others. Several do, or the only one, since then the service
 * itself fails.
 */
async function compareAll(
  ctx: OrdersContext,
  due: readonly SentSubmission[],
  rows: ReadonlyMap<string, SyncedOrder>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  let failed = 0;
  let compared = 0;
  for (const submission of due) {
    if (stopping?.aborted) return;
    try {
      await compareOne(ctx, submission, rows.get(submission.reference));
      compared += 1;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      failed += 1;
      await recordUnreadOrder(ctx, submission.id);
      const isLast = submission === due.at(-1);
      if (failed >= MAX_FAILURES || (isLast && compared === 0)) throw error;
      ctx.log.warn({ submission: submission.id, error: error.name }, "the service does not show an order");
    }
  }
}

async function compareOne(ctx: OrdersContext, row: SentSubmission, listed: SyncedOrder | undefined): Promise<void> {
  const submissionId = row.id;
  if (listed) {
    await applyProviderOrder(ctx, { submissionId, synced: listed, reportedBy: "list" });
  } else if (row.printAccountId) {
    const found = await findOrder(ctx, queryFor(row, row.printAccountId));
    if (found.outcome === "found") await applyProviderOrder(ctx, { submissionId, ...found, reportedBy: "detail" });
    else await recordNotShown(ctx, row);
  }
  await ctx.db.submission.update({
    where: { id: submissionId },
    data: { checkedAt: ctx.clock.now(), readFailingSince: null },
  });
}
