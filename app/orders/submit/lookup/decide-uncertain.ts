import { UNCERTAINTIES } from "../../core/attention.ts";
import { areStillOpen, clearAttentions } from "../../core/raise-attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Staff } from "../../core/history.ts";
import { lockSubmission } from "../../core/lock.ts";
import { applyTransition } from "../../core/apply-transition.ts";
import { dueNow } from "../../core/reschedule.ts";
import { resend } from "./conclude-absent.ts";
import type { ShopId, SubmissionId } from "../../../ports/ids.ts";

/** outdated: staff has looked for an earlier attempt. */
type DecisionOutcome = "done" | "not_uncertain" | "not_found" | "outdated";

/**
 * Staff has checked the print service's own list and decides whether the service received an uncertain submission. `seen`: the
 * open reasons as the page showed them.
 */
export async function decideUncertain(
  ctx: OrdersContext,
  input: Staff & { shopId: ShopId; submissionId: SubmissionId; received: boolean; seen?: readonly string[] },
): Promise<DecisionOutcome> {
  const { shopId, submissionId, received } = input;
  const outcome = await ctx.db.$transaction(async (tx): Promise<DecisionOutcome> => {
    const row = await lockSubmission(tx, { id: submissionId, shopId });
    if (!row) return "not_found";
    if (row.state !== "uncertain") return "not_uncertain";
    if (!received) {
      if (input.seen && !(await areStillOpen(tx, row.id, input.seen))) return "outdated";
      await resend(tx, ctx, row, input);
      return "done";
    }
    const patch = { submittedAt: ctx.clock.now(), ...dueNow(ctx) };
    await applyTransition(tx, ctx, row.id, "seen_at_provider", { actor: input, patch });
    await clearAttentions(tx, ctx, { orderId: row.orderId, submissionId, codes: UNCERTAINTIES }, input);
    return "done";
  });
  if (outcome === "done") ctx.wake.submission(submissionId);
  return outcome;
}
