import { isHold, NOTICES, type AttentionCode } from "../core/attention.ts";
import { UNSENT_STATES, UNSHIPPED_STATES, MUTABLE_STATES, type SubmissionState } from "../core/states.ts";
import { ACKNOWLEDGEABLE, CLEARED_BY_APPROVAL } from "./submission-actions.ts";
import type { Action } from "./actions.ts";

/** What decides which acts can do something for a submission. */
export interface ActionContext {
  state: SubmissionState;
  replaced: boolean;
  /** Its open reasons. */
  codes: readonly AttentionCode[];
  /** Some of its parcels are not in Shopify yet. */
  hasOpenParcels: boolean;
  /** The order is neither cancelled nor erased: what is sent anew has somewhere to go. */
  orderActive: boolean;
}

/** The acts that mend a reason, the likeliest first. A reason without any is mended elsewhere, or waits. */
const FIXES: Partial<Record<AttentionCode, readonly Action[]>> = {
  awaiting_approval: ["approve"],
  personalization_review: ["approve"],
  risk_high: ["approve"],
  margin_low: ["approve"],
  quote_unavailable: ["approve"],
  held_by_staff: ["approve"],
  orphan_undecided: ["approve"],
  not_sent_yet: ["send_now"],
  rejected: ["send_now"],
  attempts_exhausted: ["send_now"],
  uncertain: ["look_up", "confirm_received", "confirm_not_received"],
  uncertain_needs_decision: ["look_up", "confirm_received", "confirm_not_received"],
  address_not_verified: ["replace", "acknowledge"],
  address_changed_after_sent: ["replace", "acknowledge"],
  status_problem: ["replace", "acknowledge"],
  items_differ: ["replace", "acknowledge"],
  missing_at_provider: ["replace", "acknowledge"],
  shipment_overdue: ["acknowledge", "replace"],
  status_unmatched: ["acknowledge"],
  orphan_unmatched: ["acknowledge", "replace"],
  cancelled_after_sent: ["acknowledge"],
  reduced_after_sent: ["acknowledge"],
  printed_after_replaced: ["acknowledge"],
  printed_after_cancelled: ["acknowledge"],
  tracking_unmatched: ["retry_fulfillment", "acknowledge"],
  fulfillment_rejected: ["retry_fulfillment", "acknowledge"],
  fulfillment_blocked: ["retry_fulfillment"],
  fulfillment_waiting: ["retry_fulfillment"],
};

/** Whether an act is taken, and changes something, as the submission stands. */
const IS_AVAILABLE: Readonly<Record<Action, (context: ActionContext) => boolean>> = {
  approve: ({ state, codes }) =>
    UNSENT_STATES.includes(state) && codes.some((code) => CLEARED_BY_APPROVAL.includes(code)),
  hold: ({ state, codes, orderActive }) =>
    orderActive && UNSENT_STATES.includes(state) && !codes.includes("held_by_staff"),
  send_now: ({ state, codes }) =>
    MUTABLE_STATES.includes(state) && !codes.some((code) => isHold(code) && !NOTICES.includes(code)),
  replace: ({ state, replaced, orderActive }) => UNSHIPPED_STATES.includes(state) && !replaced && orderActive,
  acknowledge: ({ codes }) => codes.some((code) => ACKNOWLEDGEABLE.includes(code)),
  retry_fulfillment: ({ hasOpenParcels }) => hasOpenParcels,
  look_up: ({ state }) => state === "uncertain",
  confirm_received: ({ state }) => state === "uncertain",
  confirm_not_received: ({ state }) => state === "uncertain",
};

/** Offered for the submission itself, whatever reasons are open. */
const GENERAL_ACTIONS: readonly Action[] = ["send_now", "hold", "replace"];

/** The acts to offer beside one of its open reasons: each of them can work now. */
export function actionsForReason(code: AttentionCode, context: ActionContext): Action[] {
  return (FIXES[code] ?? []).filter((action) => IS_AVAILABLE[action](context));
}

/** The acts to offer for a submission, besides those that its open reasons offer. */
export function availableActions(context: ActionContext): Action[] {
  const offered = new Set(context.codes.flatMap((code) => actionsForReason(code, context)));
  return GENERAL_ACTIONS.filter((action) => !offered.has(action) && IS_AVAILABLE[action](context));
}
