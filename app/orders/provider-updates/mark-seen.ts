import { HOLDS, NOTICES, UNSENT_PROBLEMS, type AttentionCode } from "../core/attention.ts";
import type { WriteContext } from "../core/context.ts";
import { endOpenAttempts } from "../core/failed-work.ts";
import { idsOf } from "../core/history.ts";
import {
  clearReasons,
  moveSubmission,
  raiseUnlessResolved,
  readAgain,
  setColumns,
  submissionIn,
  type LoadedSubmission,
  type OrderRows,
} from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import { restoreSentContent } from "../core/sent-content.ts";
import { isReprint } from "../core/reprints.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** Resolved once the service shows the submission: nothing is left to decide, fix or wait for. */
const RESOLVED_CODES: readonly AttentionCode[] = [...UNSENT_PROBLEMS, ...HOLDS, ...NOTICES];

interface ProviderSignal {
  event: "seen_at_provider" | "in_production" | "shipped";
  /** More than the fact that the service lists the submission. Raises the alarm for a replaced one. */
  hasUpdate: boolean;
  /** The service has ended the order. */
  ended?: boolean;
  /** Further reasons that the signal resolves. */
  answers?: readonly AttentionCode[];
}

/**
 * The service has this submission: updates its state, and raises an alarm where it should not be printed. Returns whether the state
 * changed.
 */
export function markSeenAtProvider(
  rows: OrderRows,
  ctx: WriteContext,
  submissionId: SubmissionId,
  signal: ProviderSignal,
): boolean {
  const before = submissionIn(rows, submissionId);
  // The end of a canceled order is as it should be; any other signal raises the alarm.
  if (before.state === "cancelled" && signal.ended) return false;
  const newlyFound = !AT_PROVIDER_STATES.includes(before.state);
  if (newlyFound) restoreSentContent(rows, ctx, before);
  const columns = {
    ...(newlyFound ? { submittedAt: before.submittedAt ?? ctx.clock.now(), ...dueNow(ctx) } : {}),
    ...(before.missingSince ? { missingSince: null, missingChecks: 0 } : {}),
  };
  if (!moveSubmission(rows, ctx, submissionId, signal.event, columns, { actor: "print_service" }))
    throw new Error(`no way from ${before.state} by ${signal.event}`);
  // The claim ends with its state, so nothing would expire it if its holder is gone. A holder that lives still records its answer
  // (submit/record-answers.ts).
  if (before.state === "submitting") endOpenAttempts(rows, ctx, submissionId);
  const answered = [...(newlyFound ? RESOLVED_CODES : []), "missing_at_provider" as const, ...(signal.answers ?? [])];
  clearReasons(rows, ctx, { submissionId, codes: answered }, "facts");
  const changed = submissionIn(rows, submissionId).state !== before.state;
  alarmUnwanted(rows, ctx, before, signal);
  return changed;
}

/**
 * Tells staff where the service turns out to have a submission that nobody wants any more, however far it is by now. `before`: as it was
 * until then.
 */
export function alarmUnwanted(
  rows: OrderRows,
  ctx: WriteContext,
  before: LoadedSubmission,
  signal: ProviderSignal,
): void {
  const { state } = submissionIn(rows, before.id);
  const { event: basis } = signal;
  const alarm = { ...idsOf(before), basis, detail: { signal: basis } };
  if (before.state === "cancelled") raiseUnlessResolved(rows, ctx, { ...alarm, code: "printed_after_cancelled" });
  if (before.replacedAt && (signal.hasUpdate || state !== before.state))
    raiseUnlessResolved(rows, ctx, { ...alarm, code: "printed_after_replaced" });
  if (before.unproven !== "unwanted") return;
  // The snapshot that said so found nothing sent: it is applied again.
  readAgain(rows, ctx);
  if (signal.ended) return;
  const { cancelledAt } = rows.order;
  if (cancelledAt)
    raiseUnlessResolved(rows, ctx, {
      ...idsOf(before),
      code: "cancelled_after_sent",
      basis: cancelledAt.toISOString(),
    });
  // No snapshot warns of a reprint that staff has canceled.
  else if (isReprint(before)) raiseUnlessResolved(rows, ctx, { ...alarm, code: "printed_after_cancelled" });
  // Its items may be wanted again, which the snapshot shows. It may ship before that is read.
  else setColumns(rows.submissions, before.id, { unproven: "unwanted" });
}
