import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { NOT_DUE, scheduleRetry } from "../core/reschedule.ts";
import { orderHoldHandle } from "../core/shopify-status.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES } from "../core/states.ts";
import { syncAddressHold } from "./address-hold.ts";
import {
  readFollowed,
  type FollowedSubmission,
  isAccepted,
  merchantOrdersOf,
  orRetryLater,
  withSnapshot,
  type FollowUp,
} from "./read-followed.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { isReprint } from "../core/reprints.ts";
import { Prisma } from "../../../prisma/client/client.ts";
import { inBatch } from "../../database/sql.ts";
import { stateIn } from "../core/state-in.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** Hold and progress in Shopify, for a submission that the service has. What fails is due again later. */
export async function followSubmission(ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const row = await readFollowed(ctx, submissionId);
  if (row) await followIfDue(ctx, row);
}

/**
 * The same in the run that has just sent the order. Nothing is due then: progress alone is to be reported, and the mark that it
 * was is written with others. Where something became due meanwhile, that is done. `fulfillmentOrders`: as they were read just before
 * the order was sent.
 */
export async function followAccepted(
  ctx: FollowContext,
  row: FollowedSubmission,
  fulfillmentOrders: readonly FulfillmentOrderSnapshot[],
): Promise<void> {
  if (row.dueAt) return followIfDue(ctx, row);
  const progress = await reportProgressBySent(ctx, row, fulfillmentOrders);
  if (progress === "reported") ctx.progressMarks.add(row.id);
  if (progress === "retry_later") await recordFollowUp(ctx, row, { progressReported: false, ...retryOf(ctx, row) });
}

async function followIfDue(ctx: OrdersContext, row: FollowedSubmission): Promise<void> {
  if (!row.dueAt || row.dueAt > ctx.clock.now() || !AT_PROVIDER_STATES.includes(row.state)) return;
  // The hold first: a fulfillment order on hold takes no progress.
  const hold = await syncAddressHold(ctx, row);
  const progress = await reportProgress(ctx, row);
  const isOpen = hold === "retry_later" || progress === "retry_later";
  await recordFollowUp(ctx, row, {
    progressReported: progress === "reported",
    ...(isOpen ? retryOf(ctx, row) : NOT_DUE),
  });
}

const retryOf = (ctx: OrdersContext, { tries }: FollowedSubmission) => ({
  dueAt: scheduleRetry(ctx, tries).data.dueAt,
  tries: tries + 1,
});

interface FollowUpRecord {
  /** Progress was brought to Shopify, or had nothing to be brought to. */
  progressReported: boolean;
  /** When the next follow-up is due; null: nothing is left to do. */
  dueAt: Date | null;
  tries: number;
}

/** Records what a follow-up did, in one statement. The due time stays where the submission was made due again meanwhile. */
async function recordFollowUp(
  ctx: Pick<OrdersContext, "sql" | "clock">,
  { id, version, dueAt }: Pick<FollowedSubmission, "id" | "version" | "dueAt">,
  record: FollowUpRecord,
): Promise<void> {
  const reportedAt = record.progressReported ? ctx.clock.now() : null;
  await ctx.sql.execute`
    UPDATE "Submission" SET "progressReportedAt" = COALESCE("progressReportedAt", ${reportedAt}::timestamptz),
      "dueAt" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.dueAt}::timestamptz ELSE "dueAt" END,
      "tries" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.tries}::int ELSE "tries" END
    WHERE "id" = ${id}::uuid`;
}

type FulfillmentOrders = readonly FulfillmentOrderSnapshot[];

/**
 * Marks the fulfillment orders of a submission's lines in progress, once, where Shopify allows it (shopify:
 * fulfillmentOrderReportProgress): each as a whole, also where it has other items. Not for a reprint: what it reprints is
 * fulfilled already. reported: to be recorded, so that the mark is not made again; also where an order is too old to be marked, or
 * Shopify rejects the mark.
 */
async function reportProgress(ctx: OrdersContext, row: FollowedSubmission): Promise<FollowUp | "reported"> {
  if (!hasProgress(row)) return "done";
  const result = await withSnapshot(ctx, row, async ({ fulfillmentOrders }) => {
    await mark(ctx, row, fulfillmentOrders);
    return "done";
  });
  return result === "done" ? "reported" : result;
}

/**
 * The same by the fulfillment orders that were read just before the order was sent: a mark may be repeated, and Shopify rejects the
 * mark where a fulfillment order has changed since. retry_later: one was rejected, or there were none yet; the retry reads again.
 */
async function reportProgressBySent(
  ctx: OrdersContext,
  row: FollowedSubmission,
  fulfillmentOrders: FulfillmentOrders,
): Promise<FollowUp | "reported"> {
  if (!hasProgress(row)) return "done";
  return orRetryLater(ctx, row, async () =>
    fulfillmentOrders.length > 0 && (await mark(ctx, row, fulfillmentOrders)) ? "reported" : "retry_later",
  );
}

const hasProgress = (row: FollowedSubmission): boolean =>
  !isReprint(row) && !row.progressReportedAt && UNSHIPPED_STATES.includes(row.state);

/** Returns whether Shopify accepted every mark. A hold for a person who has decided since goes first (write-shopify-status.ts). */
async function mark(ctx: OrdersContext, row: FollowedSubmission, all: FulfillmentOrders): Promise<boolean> {
  let accepted = true;
  const handle = orderHoldHandle(row.orderId);
  for (const fo of merchantOrdersOf(all, new Set(row.lines.map((line) => line.lineItemGid)))) {
    if (fo.holds.length > 0 && fo.holds.every((hold) => hold.handle === handle))
      await isAccepted(ctx.shopify.releaseHold(row.shop.domain, fo.gid, handle));
    else if (fo.status !== "OPEN" || !fo.supportedActions.includes("REPORT_PROGRESS")) continue;
    accepted = (await isAccepted(ctx.shopify.reportProgress(row.shop.domain, fo.gid))) && accepted;
  }
  return accepted;
}

/**
 * Marks of progress that was reported in Shopify, of this process, written together by a timer. A mark that is lost costs one
 * more read of Shopify: `resumeFollowUps` finds its submission.
 */
interface ProgressMarks {
  add(id: SubmissionId): void;
  /** Writes what was added. A row that is locked is left out: waiting for it could become a deadlock. */
  flush(): Promise<void>;
}

/** What a step needs that follows an accepted order. */
export interface FollowContext extends OrdersContext {
  progressMarks: ProgressMarks;
}

/** The marks of one process. */
export function createProgressMarks({ sql, clock }: Pick<OrdersContext, "sql" | "clock">): ProgressMarks {
  let added: SubmissionId[] = [];
  return {
    add: (id) => void added.push(id),
    async flush() {
      if (added.length === 0) return;
      const ids = added;
      added = [];
      await sql.execute`
        UPDATE "Submission" SET "progressReportedAt" = COALESCE("progressReportedAt", ${clock.now()}::timestamptz)
        WHERE "id" IN (SELECT "id" FROM "Submission" WHERE "id" = ANY(${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)`;
    },
  };
}

/** Made due in one run; the next run takes the others. */
const BATCH_SIZE = 200;
/** Older orders are left as they are, in milliseconds: the index on unshipped submissions is read no further. */
const RESUMED_FOR_MS = DAY_MS;

/**
 * Makes the follow-up due of accepted submissions whose process ended before it was done, or before it was marked: a live one
 * does both within the time of a claim. Returns how many.
 */
export async function resumeFollowUps({
  sql,
  clock,
  policy,
}: Pick<OrdersContext, "sql" | "clock" | "policy">): Promise<number> {
  const now = clock.now();
  const acceptedBefore = new Date(now.getTime() - policy.claimTtlMs);
  const sentAfter = new Date(now.getTime() - RESUMED_FOR_MS);
  const undone = Prisma.sql`
    SELECT "id" FROM "Submission" WHERE ${stateIn("Submission", UNSHIPPED_STATES)} AND "sentAt" > ${sentAfter}
      AND "submittedAt" <= ${acceptedBefore} AND "progressReportedAt" IS NULL AND "dueAt" IS NULL AND "kind" <> 'reprint'
    LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`;
  return sql.execute`UPDATE "Submission" SET "dueAt" = ${now} WHERE "dueAt" IS NULL AND "id" ${inBatch(undone)}`;
}
