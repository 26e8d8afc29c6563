import type { SubmissionState } from "./states.ts";

export const SUBMISSION_EVENTS = [
  /** Held, or the edit window is open. */
  "wait",
  /** Nothing holds it any longer and it is due. */
  "release",
  /** Claimed for sending; committed before the POST. */
  "claim",
  /** The service answered that it has the order. */
  "accepted",
  /** It said no, and no earlier attempt is unclear; or it is shown absent, and was tried often enough. */
  "rejected",
  /** It did not process the request: the claim is given back. */
  "not_processed",
  /** No clear answer, or the claim's holder is gone. */
  "uncertain",
  /** Shown absent with proof, or by a person's word: send again. */
  "absent",
  /** Not wanted any longer, and not sent or shown absent. */
  "cancel",
  /** An event, a list row or a detail answer names the reference: the service has it. */
  "seen_at_provider",
  /** The service says that an item is in production. */
  "in_production",
  /** A tracking number is known. */
  "shipped",
  /** Everything of it that can be fulfilled in Shopify is. */
  "fulfilled",
] as const;
export type SubmissionEvent = (typeof SUBMISSION_EVENTS)[number];

type StateTransitions = Partial<Record<SubmissionEvent, SubmissionState>>;

/** What a report that the provider has it leads to wherever the service may hold the order without our knowing. */
const SEEN_AT_PROVIDER: StateTransitions = {
  seen_at_provider: "submitted",
  in_production: "in_production",
  shipped: "shipped",
};

/** Late and repeated news never takes a state back: forward rows only, the rest is `stays`. */
export const TRANSITIONS: Readonly<Record<SubmissionState, StateTransitions>> = {
  waiting: { wait: "waiting", release: "ready", cancel: "cancelled", ...SEEN_AT_PROVIDER },
  ready: { wait: "waiting", release: "ready", claim: "submitting", cancel: "cancelled", ...SEEN_AT_PROVIDER },
  submitting: {
    accepted: "submitted",
    rejected: "rejected",
    not_processed: "ready",
    uncertain: "uncertain",
    ...SEEN_AT_PROVIDER,
  },
  uncertain: { accepted: "submitted", absent: "ready", rejected: "rejected", cancel: "cancelled", ...SEEN_AT_PROVIDER },
  // A fix makes a refused submission ready again; a report that the provider has it shows that the refusal was none.
  rejected: { wait: "waiting", release: "ready", cancel: "cancelled", ...SEEN_AT_PROVIDER },
  submitted: { in_production: "in_production", shipped: "shipped" },
  in_production: { shipped: "shipped" },
  shipped: { fulfilled: "fulfilled" },
  fulfilled: {},
  // Nothing canceled is ever sent again; but if the service has it after all, we follow what is real (and raise the alarm).
  cancelled: SEEN_AT_PROVIDER,
};

/** News that is old in a state: no change, and no error. */
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
 * The state after an event: `to` (which may be the same state again), `stays` for old news,
 * null when the event must not happen in that state (a stale worker, a race lost).
 */
export function nextState(
  state: SubmissionState,
  event: SubmissionEvent,
): { to: SubmissionState; isNoOp: boolean } | null {
  const to = TRANSITIONS[state][event];
  if (to) return { to, isNoOp: false };
  return NO_OP_EVENTS[state].includes(event) ? { to: state, isNoOp: true } : null;
}
