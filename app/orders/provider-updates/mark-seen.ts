import type { Submission } from "../../../prisma/client/client.ts";
import { HOLDS, NOTICES, UNSENT_PROBLEMS, type AttentionCode } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { idsOf } from "../core/history.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { dueNow } from "../core/reschedule.ts";
import { restoreSentContent } from "../core/sent-content.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { readSubmission, type SubmissionRow } from "../core/submission-row.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** Resolved once the service shows the submission: nothing is left to decide, fix or wait for. */
const RESOLVED_CODES: readonly AttentionCode[] = [...UNSENT_PROBLEMS, ...HOLDS, ...NOTICES];

export interface ProviderSignal {
  event: "seen_at_provider" | "in_production" | "shipped";
  /** More than the fact that the service lists the submission. Raises the alarm for a replaced one. */
  hasUpdate: boolean;
  /** The service has ended the order. */
  ended?: boolean;
  /** Further reasons that the signal resolves. */
  answers?: readonly AttentionCode[];
}

/**
 * The service has this submission: updates its state, and raises an alarm where it should not be printed. Needs the
 * order's lock. `known`: the submission's id, or its row as it is since its last change. Returns whether the state changed.
 */
export async function markSeenAtProvider(
  tx: Tx,
  ctx: OrdersContext,
  known: SubmissionId | SubmissionRow,
  signal: ProviderSignal,
): Promise<boolean> {
  const before = typeof known === "string" ? await readSubmission(tx, known) : known;
  if (!before) throw new Error("the submission was deleted meanwhile");
  // The end of a canceled order is as it should be; any other signal raises the alarm.
  if (before.state === "cancelled" && signal.ended) return false;
  const newlyFound = !AT_PROVIDER_STATES.includes(before.state);
  const patch = newlyFound ? { submittedAt: before.submittedAt ?? ctx.clock.now(), ...dueNow(ctx) } : {};
  if (newlyFound) await restoreSentContent(tx, ctx, before);
  const moved = await applyTransition(tx, ctx, before, signal.event, { actor: "print_service", patch });
  if (!moved) throw new Error(`no way from ${before.state} by ${signal.event}`);
  if (before.state === "submitting") await endOpenAttempt(tx, ctx, before.id);
  if (before.missingSince) {
    await tx.submission.updateMany({ where: { id: before.id }, data: { missingSince: null, missingChecks: 0 } });
  }
  const answered: readonly AttentionCode[] = newlyFound
    ? [...RESOLVED_CODES, "missing_at_provider"]
    : ["missing_at_provider"];
  await clearAttentions(tx, ctx, { ...idsOf(before), codes: [...answered, ...(signal.answers ?? [])] }, "facts");
  if (before.state === "cancelled") await raiseAlarm(tx, ctx, before, "printed_after_cancelled", signal);
  if (before.replacedAt && (signal.hasUpdate || moved.changed))
    await raiseAlarm(tx, ctx, before, "printed_after_replaced", signal);
  return moved.changed;
}

/**
 * The claim ends with its state, so nothing would expire it if its holder is gone. A holder that lives still records its answer
 * (submit/record-outcome.ts).
 */
async function endOpenAttempt(tx: Tx, ctx: OrdersContext, submissionId: SubmissionId): Promise<void> {
  const ended = { endedAt: ctx.clock.now(), outcome: "lost" } as const;
  await tx.attempt.updateMany({ where: { submissionId, endedAt: null }, data: ended });
}

/** Once per kind of signal, also after staff has resolved it. */
async function raiseAlarm(
  tx: Tx,
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  code: "printed_after_replaced" | "printed_after_cancelled",
  signal: ProviderSignal,
): Promise<void> {
  const answered = await tx.attention.findFirst({
    where: { submissionId: row.id, code, basis: signal.event, clearedAt: { not: null } },
  });
  if (!answered)
    await raiseAttention(tx, ctx, { ...idsOf(row), code, basis: signal.event, detail: { signal: signal.event } });
}
