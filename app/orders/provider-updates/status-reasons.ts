import type { SubmissionLine } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { DecideContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { clearReasons, raiseReason, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES, type SubmissionState } from "../core/states.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { isBegun, isPaymentDue, statusMeaning, type StatusMeaning } from "./status-meaning.ts";

type Line = Pick<SubmissionLine, "orderStatus" | "paymentStatus">;

interface StatusReason {
  code: AttentionCode;
  states: readonly SubmissionState[];
  applies: (line: Line, state: SubmissionState) => boolean;
}

const means =
  (...meanings: StatusMeaning[]) =>
  ({ orderStatus }: Line): boolean =>
    meanings.includes(statusMeaning(orderStatus));

/** Meanings under which nobody has to pay, or not first of all. */
const PAYS_NOT_NEXT: readonly StatusMeaning[] = ["in_production", "ended", "cancel_requested", "awaiting_file"];

/** An item in production may be unpaid (section 3 of the interface): the service bills it later. */
function awaitsPayment({ orderStatus, paymentStatus }: Line, state: SubmissionState): boolean {
  const meaning = statusMeaning(orderStatus);
  if (meaning === "awaiting_payment") return true;
  return (
    state === "submitted" && isPaymentDue(paymentStatus) && !PAYS_NOT_NEXT.includes(meaning) && !isBegun(orderStatus)
  );
}

const STATUS_REASONS: readonly StatusReason[] = [
  { code: "payment_due_at_provider", states: UNSHIPPED_STATES, applies: awaitsPayment },
  { code: "file_missing_at_provider", states: UNSHIPPED_STATES, applies: means("awaiting_file") },
  { code: "on_hold_at_provider", states: UNSHIPPED_STATES, applies: means("on_hold") },
  { code: "refund_at_provider", states: AT_PROVIDER_STATES, applies: means("refund") },
  { code: "resent_by_provider", states: AT_PROVIDER_STATES, applies: means("resend") },
];

/** What ends once a parcel ships. */
export const ENDED_BY_SHIPPING: readonly AttentionCode[] = STATUS_REASONS.filter(
  ({ states }) => states === UNSHIPPED_STATES,
).map(({ code }) => code);

/**
 * Raises the reasons that the statuses of a submission's items stand for, and clears those that they no longer do. One that
 * staff has resolved stays resolved under the same statuses. Returns whether anything changed.
 */
export function syncStatusReasons(rows: OrderRows, ctx: DecideContext, submissionId: SubmissionId): boolean {
  const submission = submissionIn(rows, submissionId);
  const { state, replacedAt } = submission;
  const lines = submission.lines.toSorted((a, b) => a.position - b.position);
  let changed = false;
  for (const { code, states, applies } of STATUS_REASONS) {
    const affected = states.includes(state) && !replacedAt ? lines.filter((line) => applies(line, state)) : [];
    const known = rows.attentions.filter((one) => one.submissionId === submissionId && one.code === code);
    if (affected.length === 0) {
      if (known.every(({ clearedAt }) => clearedAt !== null)) continue;
      clearReasons(rows, ctx, { submissionId, codes: [code] }, "facts");
      changed = true;
      continue;
    }
    const detail = { lines: affected.map(({ id }) => id), ...statusesOf(affected) };
    const basis = ctx.encryptor.hash(JSON.stringify(detail));
    if (known.some((one) => one.basis === basis && (one.clearedAt === null || one.clearedBy === "person"))) continue;
    raiseReason(rows, ctx, { ...idsOf(submission), code, basis, detail });
    changed = true;
  }
  return changed;
}

function statusesOf(lines: readonly Line[]): Record<string, string[]> {
  const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];
  return {
    status: distinct(lines.map(({ orderStatus }) => orderStatus)),
    paymentStatus: distinct(lines.map(({ paymentStatus }) => paymentStatus)),
  };
}
