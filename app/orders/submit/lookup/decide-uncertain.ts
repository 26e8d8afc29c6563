import { UNCERTAINTIES } from "../../core/attention.ts";
import { clearAttentions } from "../../core/raise-attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { lockSubmission } from "../../core/lock.ts";
import { applyTransition } from "../../core/apply-transition.ts";
import { dueNow } from "../../core/reschedule.ts";
import { resend } from "./conclude-absent.ts";

export type DecisionOutcome = "done" | "not_uncertain" | "not_found";

/** A person has checked the print service's own list and says whether an uncertain submission is there. */
export async function decideUncertain(
  ctx: OrdersContext,
  input: { shopId: string; submissionId: string; received: boolean },
): Promise<DecisionOutcome> {
  const outcome = await ctx.db.$transaction(async (tx): Promise<DecisionOutcome> => {
    const row = await lockSubmission(tx, { id: input.submissionId, shopId: input.shopId });
    if (!row) return "not_found";
    if (row.state !== "uncertain") return "not_uncertain";
    if (!input.received) {
      await resend(tx, ctx, row, "staff_decision");
      return "done";
    }
    await applyTransition(tx, ctx, row.id, "seen_at_provider", {
      actor: "person",
      patch: { submittedAt: ctx.clock.now(), ...dueNow(ctx) },
    });
    const { orderId, id: submissionId } = row;
    await clearAttentions(tx, ctx, { orderId, submissionId, codes: UNCERTAINTIES }, "person");
    return "done";
  });
  if (outcome === "done") ctx.wake.submission(input.submissionId);
  return outcome;
}
