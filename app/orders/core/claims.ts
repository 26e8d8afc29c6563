import type { Claim, ClaimAnswer, ClaimKind, ClaimState, ReprintReason } from "../../../prisma/client/client.ts";

export const CLAIM_KINDS = [
  "damaged",
  "lost",
  "wrong_item",
  "wrong_print",
  "other",
] as const satisfies readonly ClaimKind[];
export const CLAIM_STATES = ["open", "asked", "answered", "done"] as const satisfies readonly ClaimState[];
export const CLAIM_ANSWERS = ["replacement", "refund", "refused"] as const satisfies readonly ClaimAnswer[];

/** ask: staff wrote to the print service. answer: staff records, or corrects, what the print service answered. */
export type ClaimEvent = { event: "answer"; answer: ClaimAnswer } | { event: "ask" | "close" | "reopen" };

/** Which events a claim takes in each state. Nobody asks twice: an answer may come to what was asked elsewhere. */
const TRANSITIONS: Readonly<Record<ClaimState, readonly ClaimEvent["event"][]>> = {
  open: ["ask", "answer", "close"],
  asked: ["answer", "close"],
  answered: ["answer", "close"],
  done: ["reopen"],
};

/** How far a claim is. The state follows from the rest, and is stored to find claims by. */
export type ClaimProgress = Pick<Claim, "state" | "askedAt" | "answer" | "answeredAt" | "answeredBy" | "closedAt">;

/** What a claim becomes by an event; null: the event does not fit its state. A reopened claim is where it was. */
export function advanceClaim(
  claim: ClaimProgress,
  event: ClaimEvent,
  { at, userId }: { at: Date; userId: string | null },
): ClaimProgress | null {
  if (!TRANSITIONS[claim.state].includes(event.event)) return null;
  const { askedAt, answer, answeredAt, answeredBy, closedAt } = claim;
  const before = { askedAt, answer, answeredAt, answeredBy, closedAt };
  switch (event.event) {
    case "ask":
      return withState({ ...before, askedAt: at });
    case "answer":
      return withState({ ...before, answer: event.answer, answeredAt: at, answeredBy: userId });
    case "close":
      return withState({ ...before, closedAt: at });
    case "reopen":
      return withState({ ...before, closedAt: null });
  }
}

const withState = (facts: Omit<ClaimProgress, "state">): ClaimProgress => ({ ...facts, state: stateOf(facts) });

function stateOf({ askedAt, answer, closedAt }: Omit<ClaimProgress, "state">): ClaimState {
  if (closedAt) return "done";
  if (answer) return "answered";
  return askedAt ? "asked" : "open";
}

/** What a line of an order's history says of a claim. */
export type ClaimEntry = "opened" | "asked" | "answered" | "closed" | "reopened" | "photo_added" | "photo_removed";

/** Of a claim. */
export const MAX_PHOTOS = 5;
/** Of a text that staff enters, in characters. */
export const CLAIM_TEXT_MAX = 2_000;
/** Of a photo as it is sent: a request of a page may have 10 MiB. */
export const MAX_PHOTO_BYTES = 10_000_000;

/** Why a reprint that is asked for from a claim is made. */
export const REPRINT_REASON_OF: Readonly<Record<ClaimKind, ReprintReason>> = {
  damaged: "damaged",
  lost: "lost",
  wrong_item: "other",
  wrong_print: "misprint",
  other: "other",
};

export const CLAIM_KIND_NAMES: Readonly<Record<ClaimKind, string>> = {
  damaged: "Arrived damaged",
  lost: "Lost in transit",
  wrong_item: "Wrong item",
  wrong_print: "Misprinted",
  other: "Other problem",
};

export const CLAIM_STATE_NAMES: Readonly<Record<ClaimState, string>> = {
  open: "Open",
  asked: "Waiting for answer",
  answered: "Answered",
  done: "Done",
};

export const CLAIM_ANSWER_NAMES: Readonly<Record<ClaimAnswer, string>> = {
  replacement: "Prints the items again",
  refund: "Refunds the items",
  refused: "Refused",
};
