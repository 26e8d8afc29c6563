import type { SubmissionState } from "./states.ts";

export const SUBMISSION_EVENTS = [
  /** Held, or not to leave yet (sending-plan.ts). */
  "wait",
  /** No hold is left, and the submission is due. */
  "release",
  /** Claimed for sending; committed before the POST. */
  "claim",
  /** The service accepted the order. */
  "accepted",
  /** The service rejected the order and no earlier attempt is uncertain; or it is proven absent after too many attempts. */
  "rejected",
  /** The service did not process the request, so the claim is released. */
  "not_processed",
  /**
   * No clear answer, or the claim has expired; or the shop left an account that was not proven to lack the order; or nobody wants an order
   * any more that was to be sent again without such a proof.
   */
  "uncertain",
  /** Proven absent, or absent by a decision of staff: sent again. */
  "absent",
  /** Sent again without proof of absence: a service that has it refuses a repeated reference. */
  "repeat",
  /** No longer wanted, and unsent, proven absent, or canceled at the service, which shows that. */
  "cancel",
  /** An event, a list row or a detail shows the reference. */
  "seen_at_provider",
  /** The service reports an item in production. */
  "in_production",
  /** A tracking number is known. */
  "shipped",
  /** Everything that can be fulfilled in Shopify is fulfilled. */
  "fulfilled",
] as const;
export type SubmissionEvent = (typeof SUBMISSION_EVENTS)[number];

type StateTransitions = Partial<Record<SubmissionEvent, SubmissionState>>;

/** Leads on from every state in which the service may have the order unknown to the database. */
const SEEN_AT_PROVIDER: StateTransitions = {
  seen_at_provider: "submitted",
  in_production: "in_production",
  shipped: "shipped",
};

/** Forward only: late and repeated updates are in NO_OP_EVENTS. */
export const TRANSITIONS: Readonly<Record<SubmissionState, StateTransitions>> = {
  waiting: { wait: "waiting", release: "ready", uncertain: "uncertain", cancel: "cancelled", ...SEEN_AT_PROVIDER },
  ready: {
    wait: "waiting",
    release: "ready",
    claim: "submitting",
    uncertain: "uncertain",
    cancel: "cancelled",
    ...SEEN_AT_PROVIDER,
  },
  submitting: {
    accepted: "submitted",
    rejected: "rejected",
    not_processed: "ready",
    uncertain: "uncertain",
    ...SEEN_AT_PROVIDER,
  },
  uncertain: {
    accepted: "submitted",
    absent: "ready",
    repeat: "ready",
    rejected: "rejected",
    cancel: "cancelled",
    ...SEEN_AT_PROVIDER,
  },
  // Changed content makes a rejected submission ready again. An update of the service shows that the rejection was none.
  rejected: {
    wait: "waiting",
    release: "ready",
    uncertain: "uncertain",
    cancel: "cancelled",
    ...SEEN_AT_PROVIDER,
  },
  submitted: { in_production: "in_production", shipped: "shipped", cancel: "cancelled" },
  // The service may report that production begins, and cancel all the same what it was asked to cancel before.
  in_production: { shipped: "shipped", cancel: "cancelled" },
  shipped: { fulfilled: "fulfilled" },
  fulfilled: {},
  // Nothing canceled is ever sent again. If the service has it after all, it is followed, and an alarm is raised.
  cancelled: SEEN_AT_PROVIDER,
};

/** Events that a state already includes: no change, and no error. */
const NO_OP_EVENTS: Readonly<Record<SubmissionState, readonly SubmissionEvent[]>> = {
  waiting: [],
  ready: [],
  submitting: [],
  uncertain: ["uncertain"],
  rejected: [],
  submitted: ["accepted", "seen_at_provider"],
  in_production: ["accepted", "seen_at_provider", "in_production"],
  shipped: ["accepted", "seen_at_provider", "in_production", "shipped"],
  fulfilled: ["accepted", "seen_at_provider", "in_production", "shipped", "fulfilled"],
  cancelled: ["cancel"],
};

/**
 * The state after an event, which may be the same state; `isNoOp` for an event that the state already includes. null when the
 * event must not happen in that state: a stale worker, or a lost race.
 */
export function nextState(
  state: SubmissionState,
  event: SubmissionEvent,
): { to: SubmissionState; isNoOp: boolean } | null {
  const to = TRANSITIONS[state][event];
  if (to) return { to, isNoOp: false };
  return NO_OP_EVENTS[state].includes(event) ? { to: state, isNoOp: true } : null;
}
