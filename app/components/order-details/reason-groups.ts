import type { Action } from "../../orders/actions/actions.ts";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";

/** Reasons that one step fixes: of one submission and with one cause, or several lines with one code. */
export interface ReasonGroup {
  /** Its first reason, which the banner is named after. */
  lead: ReasonView;
  /** Never empty; the lead is one of them. */
  reasons: ReasonView[];
}

/** The reasons in groups, in the sequence of their first ones. */
export function groupReasons(reasons: readonly ReasonView[]): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const reason of reasons) {
    const key = `${reason.submissionId ?? ""} ${ATTENTION[reason.code].cause ?? reason.code}`;
    const group = groups.get(key);
    if (group) group.reasons.push(reason);
    else groups.set(key, { lead: reason, reasons: [reason] });
  }
  return [...groups.values()];
}

/** The codes of a submission's open reasons, with those of the whole order. */
export const reasonCodesOf = (
  { reasons }: Pick<OrderDetails, "reasons">,
  { id }: Pick<SubmissionView, "id">,
): AttentionCode[] =>
  reasons.filter((one) => one.submissionId === id || one.submissionId === null).map(({ code }) => code);

/** What decides whether an action sends the order. */
interface HeldOrder {
  reasons: readonly ReasonView[];
  submissions: readonly Pick<SubmissionView, "id" | "windowEnds">[];
}

/** Whether something holds the submission. */
export const isHeld = (reasons: readonly ReasonView[], submissionId: string): boolean =>
  reasons.some((one) => one.phase === "hold" && (one.submissionId === submissionId || one.submissionId === null));

const hasCode = (reasons: readonly ReasonView[], code: AttentionCode): boolean =>
  reasons.some((reason) => reason.code === code);

/** The reason that says best what is to be done: the change, where there is one. */
export const nextReason = ({ lead, reasons }: ReasonGroup): ReasonView =>
  reasons.find(({ code }) => code === "address_changed_after_sent") ?? lead;

/** The print service refused the address, and nobody has changed it: another attempt would end the same way. */
export const isAddressUnchanged = (reasons: readonly ReasonView[]): boolean =>
  hasCode(reasons, "address_not_verified") && !hasCode(reasons, "address_changed_after_sent");

/** Whether the action resolves all that holds the submission, which is sent at once then: its edit window has ended. */
export function sendsOnceResolved(
  { reasons, submissions }: HeldOrder,
  { action, submissionId }: { action: Action; submissionId: string },
): boolean {
  if (submissions.some(({ id, windowEnds }) => id === submissionId && windowEnds !== null)) return false;
  const holds = reasons.filter(
    (one) => one.phase === "hold" && (one.submissionId === submissionId || one.submissionId === null),
  );
  return holds.length > 0 && holds.every(({ actions }) => actions.includes(action));
}

/** Whether a decision about an outdated change of the line, or with null of the order, sends the order at once. */
export function changeIsLastHold({ reasons, submissions }: HeldOrder, lineId: OrderLineId | null): boolean {
  if (submissions.some(({ windowEnds }) => windowEnds !== null)) return false;
  const holds = reasons.filter(({ phase }) => phase === "hold");
  return holds.length > 0 && holds.every((one) => one.code === "change_outdated" && one.lineId === lineId);
}

/** The open reasons that an action on a submission resolves. */
export const reasonsResolvedBy = (
  reasons: readonly ReasonView[],
  { action, submissionId }: { action: Action; submissionId: string },
): ReasonView[] => reasons.filter((one) => one.submissionId === submissionId && one.actions.includes(action));
