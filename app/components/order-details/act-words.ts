import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";

/** What a person asks for on the page of an order. */
export type ActionRequest =
  { action: "refresh" } | { action: Action; submissionId: string } | { action: LineAction; lineId: string };

export interface Confirmation {
  title: string;
  /** What will happen. */
  message: string;
  /** What the person has to vouch for before it is done. */
  checkboxLabel: string | null;
  /** What the button that does it says. */
  buttonLabel: string;
  destructive: boolean;
}

const ACTION_LABELS: Readonly<Record<Action, string>> = {
  approve: "Approve and send",
  hold: "Put on hold",
  send_now: "Send now",
  replace: "Send a replacement",
  acknowledge: "Mark as seen to",
  retry_fulfillment: "Try again",
  look_up: "Look now",
  confirm_received: "It is there",
  confirm_not_received: "It is not there: send it again",
};

/** What the button says beside a reason, or by itself. */
export function actionLabel(action: Action, code?: AttentionCode): string {
  const { actions, actionLabel } = code ? ATTENTION[code] : {};
  return (actions?.[0] === action && actionLabel) || ACTION_LABELS[action];
}

export const LINE_ACTION_LABELS: Readonly<Record<LineAction, string>> = {
  exclude_line: "Don't print this line",
  include_line: "Print this line",
};

export const DONE_MESSAGES: Readonly<Record<Action | LineAction, string>> = {
  exclude_line: "Line excluded from print",
  include_line: "Line included in print",
  approve: "Order released",
  hold: "Order put on hold",
  send_now: "Sending the order",
  replace: "Replacement is being prepared",
  acknowledge: "Marked as seen to",
  retry_fulfillment: "Trying again",
  look_up: "Looking at the print service",
  confirm_received: "Noted: the print service has it",
  confirm_not_received: "Sending it again",
};

/** Asked before an act whose consequence is not taken back. */
const CONFIRMATIONS: Partial<Record<Action, Confirmation>> = {
  send_now: {
    title: "Send to print now?",
    message:
      "The order goes to the print service at once. After that its goods and its address can no longer be changed from here.",
    checkboxLabel: null,
    buttonLabel: "Send now",
    destructive: false,
  },
  replace: {
    title: "Send a replacement?",
    message:
      "The goods are sent to print again, with what Shopify says now. Do this only when the print service has told you that the first one will not be printed; otherwise they are printed twice.",
    checkboxLabel: "The print service has told me that the first one will not be printed.",
    buttonLabel: "Send a replacement",
    destructive: true,
  },
  acknowledge: {
    title: "Mark as seen to?",
    message: "This takes the notice away. It sends nothing, and it stops nothing at the print service.",
    checkboxLabel: null,
    buttonLabel: "Mark as seen to",
    destructive: false,
  },
  confirm_received: {
    title: "The print service has this order?",
    message:
      "From here on the order counts as sent, and is not sent again. If the print service does not have it after all, nothing is printed, and its buyer waits in vain.",
    checkboxLabel: "I found the reference in the print service's list.",
    buttonLabel: "Count it as sent",
    destructive: false,
  },
  confirm_not_received: {
    title: "The print service does not have this order?",
    message:
      "The goods are sent to print again, at once. If the print service has the first one after all, they are printed twice, and you pay twice.",
    checkboxLabel: "I looked for the reference in the print service's list, and it is not there.",
    buttonLabel: "Send it again",
    destructive: true,
  },
};

const APPROVE_SEVERAL: Confirmation = {
  title: "Approve all of it?",
  message: "There is more than one reason to look at this order. It goes to print as soon as nothing else holds it.",
  checkboxLabel: null,
  buttonLabel: "Approve all",
  destructive: false,
};

/** What is asked before an act that answers so many open reasons; null where it is done at once. */
export function confirmationFor(action: Action, reasonCount: number): Confirmation | null {
  if (action === "approve" && reasonCount > 1) return APPROVE_SEVERAL;
  return CONFIRMATIONS[action] ?? null;
}
