import type { Submission } from "@prisma/client";
import { ATTENTION, isHold, UNSENT_PROBLEMS, type AttentionCode } from "../core/attention.ts";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { move } from "../core/apply-transition.ts";
import { restoreSentContent } from "../core/sent-content.ts";
import type { State } from "../core/transitions.ts";

/** States in which the service is known to have the submission. */
const KNOWN: readonly State[] = ["submitted", "in_production", "shipped", "fulfilled"];

/** What a sign of life answers: nobody has to decide, mend or wait any more. */
const ANSWERED: readonly AttentionCode[] = [
  ...UNSENT_PROBLEMS,
  ...(Object.keys(ATTENTION) as AttentionCode[]).filter(isHold),
];

export interface SignOfLife {
  event: "alive" | "in_production" | "shipped";
  /** It tells more than that the service still lists it: for a replaced submission that is the alarm. */
  news: boolean;
  /** All that it tells is that the service has ended the order. */
  ended?: boolean;
}

/**
 * The service has this submission: moves it along, whatever we believed, and raises the alarm where it should not be alive.
 * Needs the order's lock. Returns whether its state changed.
 */
export async function signOfLife(tx: Tx, ctx: OrdersContext, submissionId: string, sign: SignOfLife): Promise<boolean> {
  const before = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
  // That the service does not print what is not wanted is as it should be; whatever else it says of it is the alarm.
  if (before.state === "cancelled" && sign.ended) return false;
  const now = ctx.clock.now();
  const found = !KNOWN.includes(before.state);
  const patch = found ? { submittedAt: before.submittedAt ?? now, claimToken: null, dueAt: now, tries: 0 } : {};
  if (found) await restoreSentContent(tx, ctx, before);
  const moved = await move(tx, ctx, submissionId, sign.event, { actor: "print_service", patch });
  if (!moved) throw new Error(`no way from ${before.state} by ${sign.event}`);
  if (before.missingSince) {
    await tx.submission.update({ where: { id: submissionId }, data: { missingSince: null, missingChecks: 0 } });
  }
  const ids = { shopId: before.shopId, orderId: before.orderId, submissionId };
  const answered: readonly AttentionCode[] = found ? [...ANSWERED, "missing_at_service"] : ["missing_at_service"];
  await clear(tx, ctx, { ...ids, codes: answered }, "facts");
  if (before.state === "cancelled") await alarm(tx, ctx, before, "alive_after_cancelled", sign);
  if (before.replacedAt && (sign.news || moved.changed)) await alarm(tx, ctx, before, "alive_after_replaced", sign);
  return moved.changed;
}

/** Once per kind of sign: what a person has answered is not asked again, a further sign is. */
async function alarm(
  tx: Tx,
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  code: "alive_after_replaced" | "alive_after_cancelled",
  sign: SignOfLife,
): Promise<void> {
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  const answered = await tx.attention.findFirst({
    where: { submissionId: row.id, code, basis: sign.event, clearedAt: { not: null } },
  });
  if (!answered) await raise(tx, ctx, { ...ids, code, basis: sign.event, detail: { sign: sign.event } });
}
