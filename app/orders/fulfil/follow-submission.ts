import type { OrdersContext } from "../core/context.ts";
import { NOT_DUE, scheduleRetry } from "../core/reschedule.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { syncAddressHold } from "./address-hold.ts";
import { readFollowed } from "./read-followed.ts";
import { reportProgress } from "./report-progress.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** Hold and progress in Shopify, for a submission that the service has. What fails is due again later. */
export async function followSubmission(ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const row = await readFollowed(ctx, submissionId);
  if (!row?.dueAt || row.dueAt > ctx.clock.now() || !AT_PROVIDER_STATES.includes(row.state)) return;
  // The hold first: a fulfillment order on hold takes no progress.
  const outcomes = [await syncAddressHold(ctx, row), await reportProgress(ctx, row)];
  const later = outcomes.includes("retry_later");
  await ctx.db.submission.updateMany({
    // Not where the submission was made due again meanwhile.
    where: { id: row.id, version: row.version, dueAt: row.dueAt },
    data: later ? scheduleRetry(ctx, row.tries).data : NOT_DUE,
  });
}
