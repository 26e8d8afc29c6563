import { isHold, TELLING, type AttentionCode } from "../core/attention.ts";
import { OPEN_STATES, type State } from "../core/transitions.ts";
import { ANSWERED_BY_LOOKING, LIFTED_BY_APPROVAL } from "./submission-actions.ts";
import type { Act } from "./actions.ts";

/** What decides which acts can do something for a submission. */
export interface Standing {
  state: State;
  replaced: boolean;
  /** Its open reasons. */
  codes: readonly AttentionCode[];
  /** Some of its parcels are not in Shopify yet. */
  parcelsWait: boolean;
  /** The order is neither cancelled nor erased: what is sent anew has somewhere to go. */
  wanted: boolean;
}

/** The acts that mend a reason, the likeliest first. A reason without any is mended elsewhere, or waits. */
const MENDS: Partial<Record<AttentionCode, readonly Act[]>> = {
  awaiting_approval: ["approve"],
  personalization_review: ["approve"],
  risk_high: ["approve"],
  margin_low: ["approve"],
  quote_unavailable: ["approve"],
  held_by_person: ["approve"],
  found_undecided: ["approve"],
  not_sent_yet: ["send_now"],
  rejected: ["send_now"],
  attempts_exhausted: ["send_now"],
  uncertain: ["look_up", "is_there", "is_not_there"],
  uncertain_decide: ["look_up", "is_there", "is_not_there"],
  address_not_verified: ["replace", "acknowledge"],
  address_changed_after_sent: ["replace", "acknowledge"],
  status_problem: ["replace", "acknowledge"],
  items_differ: ["replace", "acknowledge"],
  missing_at_service: ["replace", "acknowledge"],
  not_shipped_yet: ["acknowledge", "replace"],
  status_unmatched: ["acknowledge"],
  found_unmatched: ["acknowledge", "replace"],
  cancelled_after_sent: ["acknowledge"],
  reduced_after_sent: ["acknowledge"],
  alive_after_replaced: ["acknowledge"],
  alive_after_cancelled: ["acknowledge"],
  tracking_unplaced: ["retry_fulfillment", "acknowledge"],
  fulfillment_refused: ["retry_fulfillment", "acknowledge"],
  fulfillment_blocked: ["retry_fulfillment"],
  fulfillment_waiting: ["retry_fulfillment"],
};

const UNSENT: readonly State[] = ["draft", "waiting", "ready"];

/** Whether an act is taken, and changes something, as the submission stands. */
const CAN: Readonly<Record<Act, (standing: Standing) => boolean>> = {
  approve: ({ state, codes }) => UNSENT.includes(state) && codes.some((code) => LIFTED_BY_APPROVAL.includes(code)),
  hold: ({ state, codes, wanted }) => wanted && UNSENT.includes(state) && !codes.includes("held_by_person"),
  send_now: ({ state, codes }) =>
    OPEN_STATES.includes(state) && !codes.some((code) => isHold(code) && !TELLING.includes(code)),
  replace: ({ state, replaced, wanted }) => (state === "submitted" || state === "in_production") && !replaced && wanted,
  acknowledge: ({ codes }) => codes.some((code) => ANSWERED_BY_LOOKING.includes(code)),
  retry_fulfillment: ({ parcelsWait }) => parcelsWait,
  look_up: ({ state }) => state === "uncertain",
  is_there: ({ state }) => state === "uncertain",
  is_not_there: ({ state }) => state === "uncertain",
};

/** Offered for the submission itself, whatever reasons are open. */
const GENERAL: readonly Act[] = ["send_now", "hold", "replace"];

/** The acts to offer beside one of its open reasons: each of them can work now. */
export function actsForReason(code: AttentionCode, standing: Standing): Act[] {
  return (MENDS[code] ?? []).filter((act) => CAN[act](standing));
}

/** The acts to offer for a submission, besides those that its open reasons offer. */
export function actsFor(standing: Standing): Act[] {
  const offered = new Set(standing.codes.flatMap((code) => actsForReason(code, standing)));
  return GENERAL.filter((act) => !offered.has(act) && CAN[act](standing));
}
