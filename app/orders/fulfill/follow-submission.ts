import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { NOT_DUE, scheduleRetry } from "../core/reschedule.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { syncAddressHold } from "./address-hold.ts";
import { type FollowContext, reportProgress, reportProgressBySent } from "./report-progress.ts";
import { readFollowed, type FollowedSubmission } from "./read-followed.ts";
import type { SubmissionId } from "../../ports/ids.ts";

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
  ctx: Pick<OrdersContext, "db" | "clock">,
  { id, version, dueAt }: Pick<FollowedSubmission, "id" | "version" | "dueAt">,
  record: FollowUpRecord,
): Promise<void> {
  const reportedAt = record.progressReported ? ctx.clock.now() : null;
  await ctx.db.$executeRaw`
    UPDATE "Submission" SET "progressReportedAt" = COALESCE("progressReportedAt", ${reportedAt}::timestamptz),
      "dueAt" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.dueAt}::timestamptz ELSE "dueAt" END,
      "tries" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.tries}::int ELSE "tries" END
    WHERE "id" = ${id}::uuid`;
}
