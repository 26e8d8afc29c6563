import { isClaimExpired } from "../core/reschedule.ts";
import { followSubmission } from "../fulfil/follow-submission.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import { reconcileUncertain } from "./lookup/reconcile-uncertain.ts";
import { expireClaim } from "./expire-claim.ts";
import { trySubmit } from "./try-submit.ts";

/**
 * Does the step of one submission that is due, if any. The queue may wake it at any time: every branch claims or fences what
 * it does.
 */
export async function stepSubmission(ctx: LookupContext, submissionId: string): Promise<void> {
  const row = await ctx.db.submission.findUnique({
    where: { id: submissionId },
    select: { state: true, dueAt: true, claimedAt: true },
  });
  if (!row) return;
  const due = row.dueAt !== null && row.dueAt <= ctx.clock.now();
  switch (row.state) {
    case "waiting":
    case "ready":
      if (due) await trySubmit(ctx, submissionId);
      return;
    case "submitting":
      if (row.claimedAt && isClaimExpired(ctx, row.claimedAt)) await expireClaim(ctx, submissionId);
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
