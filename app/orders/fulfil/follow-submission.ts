import type { OrdersContext } from "../core/context.ts";
import { scheduleRetry } from "../core/reschedule.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { syncAddressHold } from "./address-hold.ts";
import { readFollowed } from "./read-followed.ts";
import { recordFollowUp } from "./record-follow-up.ts";
import { reportProgress } from "./report-progress.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** Hold and progress in Shopify, for a submission that the service has. What fails is due again later. */
export async function followSubmission(ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const row = await readFollowed(ctx, submissionId);
  if (!row?.dueAt || row.dueAt > ctx.clock.now() || !AT_PROVIDER_STATES.includes(row.state)) return;
  // The hold first: a fulfillment order on hold takes no progress.
  const hold = await syncAddressHold(ctx, row);
  const progress = await reportProgress(ctx, row);
  const isOpen = hold === "retry_later" || progress === "retry_later";
  await recordFollowUp(ctx, row, {
    progressReported: progress === "reported",
    dueAt: isOpen ? scheduleRetry(ctx, row.tries).data.dueAt : null,
    tries: isOpen ? row.tries + 1 : 0,
  });
}
