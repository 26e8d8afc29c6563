import type { Submission } from "../../../../prisma/client/client.ts";
import { UNCERTAINTIES } from "../../core/attention.ts";
import { clearAttentions, raiseAttention, areStillOpen } from "../../core/raise-attention.ts";
import { ATTEMPT_MESSAGE, decryptPayload } from "../../core/payload.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Tx } from "../../../database/transaction.ts";
import { addHistory, idsOf, type Staff } from "../../core/history.ts";
import { applyTransition } from "../../core/apply-transition.ts";
import { decideRejectedAgain, dueNow, NOT_DUE } from "../../core/reschedule.ts";
import { cancelUnsent } from "../../core/cancel-unsent.ts";
import { raiseRejected } from "./raise-rejected.ts";
import type { AbsenceProof } from "./absence-proof.ts";
import { forgiveAttempts, countFailedAttempts } from "../../core/failed-attempts.ts";
import { lockSubmission } from "../../core/lock.ts";
import type { ShopId, SubmissionId } from "../../../ports/ids.ts";

type AbsentSubmission = Submission & { order: { cancelledAt: Date | null } };

/**
 * Sends a submission again that is proven absent. After a rejection or too many attempts staff decides instead, and sees the
 * service's message. Needs the order's lock. Returns whether the submission may be sent now.
 */
export async function concludeAbsent(
  tx: Tx,
  ctx: OrdersContext,
  row: AbsentSubmission,
  proof: AbsenceProof,
): Promise<boolean> {
  if (row.order.cancelledAt) return resend(tx, ctx, row, proof);
  const last = await tx.attempt.findFirst({ where: { submissionId: row.id }, orderBy: { number: "desc" } });
  if (last?.outcome === "rejected") {
    const detail = { attemptId: last.id, httpStatus: last.httpStatus };
    const message = ATTEMPT_MESSAGE.decrypt(ctx, last);
    const lines = await tx.submissionLine.findMany({ where: { submissionId: row.id } });
    const payload = decryptPayload(ctx, row);
    await giveUp(tx, ctx, row, () => raiseRejected(tx, ctx, row, { detail, lines, message, payload }));
    return false;
  }
  const attempts = await countFailedAttempts(tx, row);
  if (attempts < ctx.policy.maxAttempts) return resend(tx, ctx, row, proof);
  await giveUp(tx, ctx, row, () =>
    raiseAttention(tx, ctx, { ...idsOf(row), code: "attempts_exhausted", detail: { attempts } }),
  );
  return false;
}

/** uncertain → ready, by proof or by a decision of staff; nothing canceled is ever sent again. Needs the order's lock. */
export async function resend(
  tx: Tx,
  ctx: OrdersContext,
  row: AbsentSubmission,
  basis: AbsenceProof | Staff,
): Promise<boolean> {
  const actor = "userId" in basis ? basis : "system";
  await recordProvenAbsent(tx, ctx, row, actor);
  if (row.order.cancelledAt) {
    await cancelUnsent(tx, ctx, row, "order_cancelled");
    return false;
  }
  if (actor !== "system") await forgiveAttempts(tx, row.id);
  return (await applyTransition(tx, ctx, row.id, "absent", { actor, patch: dueNow(ctx) })) !== null;
}

/** uncertain → rejected: the service does not have the order and does not accept it. */
async function giveUp(tx: Tx, ctx: OrdersContext, row: AbsentSubmission, raise: () => Promise<unknown>): Promise<void> {
  await recordProvenAbsent(tx, ctx, row, "system");
  await applyTransition(tx, ctx, row.id, "rejected", { patch: NOT_DUE });
  await raise();
  await decideRejectedAgain(tx, ctx, row.orderId);
}

async function recordProvenAbsent(
  tx: Tx,
  ctx: OrdersContext,
  row: AbsentSubmission,
  actor: "system" | Staff,
): Promise<void> {
  await addHistory(tx, ctx, { ...idsOf(row), code: "submission.absence_confirmed", actor });
  const target = { orderId: row.orderId, submissionId: row.id, codes: UNCERTAINTIES };
  await clearAttentions(tx, ctx, target, actor === "system" ? "facts" : actor);
}

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
