/**
 * The states of a submission and the only table of how they follow each other.
 * `move.ts` alone writes a state, and only along this table.
 */
export const STATES = [
  "draft",
  "waiting",
  "ready",
  "submitting",
  "submitted",
  "rejected",
  "uncertain",
  "in_production",
  "shipped",
  "fulfilled",
  "cancelled",
] as const;
export type State = (typeof STATES)[number];

export const EVENTS = [
  /** Held, or the edit window is open. */
  "wait",
  /** Nothing holds it any more and it is due. */
  "release",
  /** Claimed for sending; committed before the POST. */
  "claim",
  /** The service answered that it has the order. */
  "accepted",
  /** It said no, and no earlier attempt is unclear; or it is shown absent, and was tried often enough. */
  "refused",
  /** It did not process the request: the claim is given back. */
  "not_processed",
  /** No clear answer, or the claim's holder is gone. */
  "unclear",
  /** Shown absent with proof, or by a person's word: send again. */
  "absent",
  /** Not wanted any more, and not sent or shown absent. */
  "cancel",
  /** An event, a list row or a detail answer names the reference: the service has it. */
  "alive",
  /** The service says that an item is in production. */
  "in_production",
  /** A tracking number is known. */
  "shipped",
  /** Everything of it that can be fulfilled in Shopify is. */
  "fulfilled",
] as const;
export type Event = (typeof EVENTS)[number];

type Row = Partial<Record<Event, State>>;

/** What a sign of life leads to wherever the service may hold the order without our knowing. */
const FOUND: Row = { alive: "submitted", in_production: "in_production", shipped: "shipped" };

/** Late and repeated news never takes a state back: forward rows only, the rest is `stays`. */
export const TABLE: Readonly<Record<State, Row>> = {
  draft: { wait: "waiting", release: "ready", cancel: "cancelled", ...FOUND },
  waiting: { wait: "waiting", release: "ready", cancel: "cancelled", ...FOUND },
  ready: { wait: "waiting", release: "ready", claim: "submitting", cancel: "cancelled", ...FOUND },
  submitting: { accepted: "submitted", refused: "rejected", not_processed: "ready", unclear: "uncertain", ...FOUND },
  uncertain: { accepted: "submitted", absent: "ready", refused: "rejected", cancel: "cancelled", ...FOUND },
  // A fix makes a refused submission ready again; a sign of life shows that the refusal was none.
  rejected: { wait: "waiting", release: "ready", cancel: "cancelled", ...FOUND },
  submitted: { in_production: "in_production", shipped: "shipped" },
  in_production: { shipped: "shipped" },
  shipped: { fulfilled: "fulfilled" },
  fulfilled: {},
  // Nothing cancelled is ever sent again; but if the service has it after all, we follow what is real (and raise the alarm).
  cancelled: FOUND,
};

/** News that is old in a state: no change, and no error. */
const STAYS: Readonly<Record<State, readonly Event[]>> = {
  draft: [],
  waiting: [],
  ready: [],
  submitting: [],
  uncertain: ["unclear"],
  rejected: [],
  submitted: ["accepted", "alive"],
  in_production: ["accepted", "alive", "in_production"],
  shipped: ["accepted", "alive", "in_production", "shipped"],
  fulfilled: ["accepted", "alive", "in_production", "shipped", "fulfilled"],
  cancelled: ["cancel"],
};

/**
 * The state after an event: `to` (which may be the same state again), `stays` for old news,
 * null when the event must not happen in that state (a stale worker, a race lost).
 */
export function next(state: State, event: Event): { to: State; stays: boolean } | null {
  const to = TABLE[state][event];
  if (to) return { to, stays: false };
  return STAYS[state].includes(event) ? { to: state, stays: true } : null;
}

/** Not sent yet, or intelligibly refused: its content may still change. */
export const OPEN_STATES: readonly State[] = ["draft", "waiting", "ready", "rejected"];

/** The service has it, or may have it: its quantities count as sent. */
export const SENT_STATES: readonly State[] = [
  "submitting",
  "submitted",
  "uncertain",
  "in_production",
  "shipped",
  "fulfilled",
];

/** The service has it for certain. */
export const AT_SERVICE: readonly State[] = ["submitted", "in_production", "shipped", "fulfilled"];
