import { changeOrder } from "../core/change-orders.ts";
import { endOpenAttempts } from "../core/failed-work.ts";
import { submissionIn } from "../core/order-rows.ts";
import { isClaimExpired } from "../core/reschedule.ts";
import type { OrdersContext } from "../core/context.ts";
import { followAccepted, followSubmission, type FollowContext } from "../fulfill/follow-submission.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import { reconcileUncertain } from "./lookup/reconcile-uncertain.ts";
import type { StepRow, SubmissionStep } from "./read-step.ts";
import { becomeUncertain } from "./record-answers.ts";
import { alone, trySubmit, type SubmitTogether } from "./try-submit.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export type StepContext = LookupContext & FollowContext;

/** Does the step of a submission that is due, if any. The queue may wake a submission at any time: every step claims or fences. */
export async function stepSubmission(
  ctx: StepContext,
  submissionId: SubmissionId,
  together: SubmitTogether = alone(ctx),
): Promise<void> {
  const step = await together.readStep(submissionId);
  if (!step) return;
  const { row } = step;
  const due = row.dueAt !== null && row.dueAt <= ctx.clock.now();
  switch (row.state) {
    case "waiting":
    case "ready":
      if (due) await submitAndFollow(ctx, step, together);
      return;
    case "submitting":
      if (row.claimedAt && isClaimExpired(ctx, row.claimedAt)) await expireClaim(ctx, row);
      return;
    case "uncertain":
      if (due) await reconcileUncertain(ctx, submissionId);
      return;
    case "submitted":
    case "in_production":
    case "shipped":
    case "fulfilled":
      if (due) await followSubmission(ctx, submissionId);
      return;
    default:
      return;
  }
}

/** What follows an accepted order follows at once. A process that ends in between leaves that to resumeFollowUps. */
async function submitAndFollow(ctx: StepContext, step: SubmissionStep, together: SubmitTogether): Promise<void> {
  const sent = await trySubmit(ctx, step, together);
  const followed = sent && (await together.readFollowed(step.row.id));
  if (followed) await followAccepted(ctx, followed, sent.fulfillmentOrders);
}

/** The claim's holder crashed or froze, and may have sent the order: a lookup comes before anything else. */
export async function expireClaim(ctx: OrdersContext, { id, orderId }: Pick<StepRow, "id" | "orderId">): Promise<void> {
  await changeOrder(ctx, orderId, (rows) => {
    const { state, claimedAt } = submissionIn(rows, id);
    if (state !== "submitting" || !claimedAt || !isClaimExpired(ctx, claimedAt)) return;
    endOpenAttempts(rows, ctx, id);
    becomeUncertain(rows, ctx, id, "claim_expired");
  });
}
