import type { AttentionCode } from "../../orders/core/attention.ts";
import type { Act } from "../../orders/actions/actions.ts";
import type { LineAct } from "../../orders/actions/exclude-line.ts";

/** What a person asks for on the page of an order. */
export type Wish = { act: "refresh" } | { act: Act; submissionId: string } | { act: LineAct; lineId: string };

export interface Question {
  title: string;
  /** What will happen. */
  says: string;
  /** What the person has to vouch for before it is done. */
  word: string | null;
  /** What the button that does it says. */
  button: string;
  destructive: boolean;
}

const ACT_LABELS: Readonly<Record<Act, string>> = {
  approve: "Approve and send",
  hold: "Put on hold",
  send_now: "Send now",
  replace: "Send a replacement",
  acknowledge: "Mark as seen to",
  retry_fulfillment: "Try again",
  look_up: "Look now",
  is_there: "It is there",
  is_not_there: "It is not there: send it again",
};

const LABELS_FOR: Partial<Record<AttentionCode, string>> = {
  held_by_person: "Release the order",
  rejected: "Send again",
  not_sent_yet: "Try now",
};

/** What the button says beside a reason, or by itself. */
export function labelOf(act: Act, code?: AttentionCode): string {
  return (code && (act === "approve" || act === "send_now") && LABELS_FOR[code]) || ACT_LABELS[act];
}

export const LINE_ACT_LABELS: Readonly<Record<LineAct, string>> = {
  exclude_line: "Don't print this line",
  include_line: "Print this line",
};

export const DONE_WORDS: Readonly<Record<Act | LineAct, string>> = {
  exclude_line: "Line excluded from print",
  include_line: "Line included in print",
  approve: "Order released",
  hold: "Order put on hold",
  send_now: "Sending the order",
  replace: "Replacement is being prepared",
  acknowledge: "Marked as seen to",
  retry_fulfillment: "Trying again",
  look_up: "Looking at the print service",
  is_there: "Noted: the print service has it",
  is_not_there: "Sending it again",
};

/** Asked before an act whose consequence is not taken back. */
const QUESTIONS: Partial<Record<Act, Question>> = {
  send_now: {
    title: "Send to print now?",
    says: "The order goes to the print service at once. After that its goods and its address can no longer be changed from here.",
    word: null,
    button: "Send now",
    destructive: false,
  },
  replace: {
    title: "Send a replacement?",
    says: "The goods are sent to print again, with what Shopify says now. Do this only when the print service has told you that the first one will not be printed; otherwise they are printed twice.",
    word: "The print service has told me that the first one will not be printed.",
    button: "Send a replacement",
    destructive: true,
  },
  acknowledge: {
    title: "Mark as seen to?",
    says: "This takes the notice away. It sends nothing, and it stops nothing at the print service.",
    word: null,
    button: "Mark as seen to",
    destructive: false,
  },
  is_there: {
    title: "The print service has this order?",
    says: "From here on the order counts as sent, and is not sent again. If the print service does not have it after all, nothing is printed, and its buyer waits in vain.",
    word: "I found the reference in the print service's list.",
    button: "Count it as sent",
    destructive: false,
  },
  is_not_there: {
    title: "The print service does not have this order?",
    says: "The goods are sent to print again, at once. If the print service has the first one after all, they are printed twice, and you pay twice.",
    word: "I looked for the reference in the print service's list, and it is not there.",
    button: "Send it again",
    destructive: true,
  },
};

const APPROVE_SEVERAL: Question = {
  title: "Approve all of it?",
  says: "There is more than one reason to look at this order. It goes to print as soon as nothing else holds it.",
  word: null,
  button: "Approve all",
  destructive: false,
};

/** What is asked before an act that answers so many open reasons; null where it is done at once. */
export function questionFor(act: Act, answers: number): Question | null {
  if (act === "approve" && answers > 1) return APPROVE_SEVERAL;
  return QUESTIONS[act] ?? null;
}
