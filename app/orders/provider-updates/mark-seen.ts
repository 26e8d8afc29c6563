import type { Submission } from "@prisma/client";
import { HOLDS, NOTICES, UNSENT_PROBLEMS, type AttentionCode } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { dueNow } from "../core/reschedule.ts";
import { restoreSentContent } from "../core/sent-content.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";

/** What a sign of life answers: nobody has to decide, mend or wait any more. */
const RESOLVED_CODES: readonly AttentionCode[] = [...UNSENT_PROBLEMS, ...HOLDS, ...NOTICES];

export interface ProviderSignal {
  event: "seen_at_provider" | "in_production" | "shipped";
  /** It tells more than that the service still lists it: for a replaced submission that is the alarm. */
  hasUpdate: boolean;
  /** All that it tells is that the service has ended the order. */
  ended?: boolean;
}

/**
 * The service has this submission: moves it along, whatever we believed, and raises the alarm where it should not be alive.
 * Needs the order's lock. Returns whether its state changed.
 */
export async function markSeenAtProvider(
  tx: Tx,
  ctx: OrdersContext,
  submissionId: string,
  signal: ProviderSignal,
): Promise<boolean> {
  const before = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
  // That the service does not print what is not wanted is as it should be; whatever else it says of it is the alarm.
  if (before.state === "cancelled" && signal.ended) return false;
  const newlyFound = !AT_PROVIDER_STATES.includes(before.state);
  const patch = newlyFound ? { submittedAt: before.submittedAt ?? ctx.clock.now(), ...dueNow(ctx) } : {};
  if (newlyFound) await restoreSentContent(tx, ctx, before);
  const moved = await applyTransition(tx, ctx, submissionId, signal.event, { actor: "print_service", patch });
  if (!moved) throw new Error(`no way from ${before.state} by ${signal.event}`);
  if (before.missingSince) {
    await tx.submission.update({ where: { id: submissionId }, data: { missingSince: null, missingChecks: 0 } });
  }
  const ids = { shopId: before.shopId, orderId: before.orderId, submissionId };
  const answered: readonly AttentionCode[] = newlyFound
    ? [...RESOLVED_CODES, "missing_at_provider"]
    : ["missing_at_provider"];
  await clearAttentions(tx, ctx, { ...ids, codes: answered }, "facts");
  if (before.state === "cancelled") await raiseAlarm(tx, ctx, before, "printed_after_cancelled", signal);
  if (before.replacedAt && (signal.hasUpdate || moved.changed))
    await raiseAlarm(tx, ctx, before, "printed_after_replaced", signal);
  return moved.changed;
}

/** Once per kind of sign: what a person has answered is not asked again, a further sign is. */
async function raiseAlarm(
  tx: Tx,
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  code: "printed_after_replaced" | "printed_after_cancelled",
  signal: ProviderSignal,
): Promise<void> {
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  const answered = await tx.attention.findFirst({
    where: { submissionId: row.id, code, basis: signal.event, clearedAt: { not: null } },
  });
  if (!answered) await raiseAttention(tx, ctx, { ...ids, code, basis: signal.event, detail: { signal: signal.event } });
}
