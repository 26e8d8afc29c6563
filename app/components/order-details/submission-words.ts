import type { AttemptOutcome } from "@prisma/client";
import { UNSENT_STATES } from "../../orders/core/states.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";

export const KIND_LABELS: Readonly<Record<SubmissionView["kind"], string>> = {
  first: "First submission",
  supplement: "Supplement",
  replacement: "Replacement",
};

export const REPLACED_MESSAGE = "It was replaced, and must not be printed. Any sign that it is raises an alarm.";

/** What happens with a submission at present, where no time says it better. */
export const STATE_MESSAGES: Readonly<Record<SubmissionView["state"], string>> = {
  waiting: "It waits; the reason says what for.",
  ready: "Nothing holds it: it is sent as soon as the print service takes it.",
  submitting: "It is being sent to the print service right now.",
  submitted: "The print service has it, and has not begun to print.",
  rejected: "The print service refused it. It goes again when its content changes, or when you send it again.",
  uncertain: "No clear answer came. It is not sent again before it is known whether the print service has it.",
  in_production: "The print service prints it.",
  shipped: "It is on its way; its tracking goes to Shopify.",
  fulfilled: "All of it that can be fulfilled in Shopify is fulfilled.",
  cancelled: "It is not wanted any more, and is never sent.",
};

/** What the content of a submission in that state is called; a submission that waits may have been tried before. */
export function contentLabel(state: SubmissionView["state"]): string {
  if (state === "cancelled") return "What was to be sent";
  return UNSENT_STATES.includes(state) ? "What will be sent" : "What was sent";
}

export const PARCEL_LABELS: Readonly<Record<SubmissionView["parcels"][number]["state"], string>> = {
  waiting: "Going to Shopify",
  writing: "Going to Shopify",
  fulfilled: "In Shopify",
  parked: "Needs attention",
};

export const PARCEL_TONES = { waiting: "info", writing: "info", fulfilled: "success", parked: "critical" } as const;

const OUTCOME_MESSAGES: Readonly<Record<AttemptOutcome, string>> = {
  accepted: "The print service took it.",
  rejected: "The print service refused it.",
  not_processed: "The print service did not process it.",
  uncertain: "No clear answer came.",
  lost: "The process that sent it stopped before an answer came.",
};

/** What came of an attempt; null: it is under way. */
export const outcomeMessage = (outcome: AttemptOutcome | null): string =>
  outcome === null ? "Under way." : OUTCOME_MESSAGES[outcome];

/** print-service: createOrder */
export const methodLabel = (method: 1 | 2 | null): string =>
  method === 1 ? "Express" : method === 2 ? "Ground" : "Standard";
