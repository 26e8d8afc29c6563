import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";

type Entry = Pick<HistoryView, "code" | "data" | "about" | "times">;

const ABANDONED_MESSAGES: Readonly<Record<string, string>> = {
  order_cancelled: "The submission was given up: the order was cancelled in Shopify.",
  nothing_left: "The submission was given up: nothing is left to print.",
};

const MESSAGES: Readonly<Record<string, string | ((entry: Entry) => string)>> = {
  "order.received": "The order came in from Shopify.",
  "submission.created": "A submission was made up.",
  "submission.given_up": ({ data }) => ABANDONED_MESSAGES[data["why"] ?? ""] ?? "The submission was given up.",
  "submission.wait": "It waits before it is sent.",
  "submission.release": "Nothing holds it any more: it is ready to be sent.",
  "submission.claim": "Sending to the print service began.",
  "submission.accepted": "The print service took it.",
  "submission.rejected": "The print service refused it.",
  "submission.not_processed": "The print service did not take it yet; it is tried again.",
  "submission.uncertain": "No clear answer came: it is looked for before anything is sent again.",
  "submission.missing_at_provider": "It was looked for, and the print service does not show it.",
  "reconciliation.dismissed": "A difference in the ledger was seen to.",
  "lookup.found": "It was looked for, and the print service has it.",
  "lookup.absent": "It was looked for, and the print service's list did not show it.",
  "lookup.failed": "It was looked for, but the print service gave no usable answer.",
  "submission.absence_confirmed": "The print service does not have it.",
  "submission.absent": "It may be sent again.",
  "submission.cancel": "The submission was cancelled.",
  "submission.seen_at_provider": "The print service has it.",
  "submission.in_production": "The print service prints it.",
  "submission.shipped": "It was shipped.",
  "submission.fulfilled": "All of it is fulfilled in Shopify.",
  "submission.late_answer": "The print service's answer came late, and was known already.",
  "submission.orphan_adopted": "It was found at the print service, sent before a gap in what Inkbridge knows.",
  "submission.content_restored":
    "The order changed after it was sent, and the print service has it as it was sent. What was added is sent separately.",
  "status.seen": "The print service reported a new status.",
  "parcel.seen": ({ about }) => `The print service named a parcel${about ? `: ${about}` : ""}.`,
  "tracking.without_number": "The print service named a parcel without a tracking number.",
  "shopify.create": (entry) => writeMessage(entry, "A fulfillment was made in Shopify", "making a fulfillment"),
  "shopify.tracking_update": (entry) => writeMessage(entry, "Tracking was added in Shopify", "adding tracking"),
  "shopify.link_update": (entry) =>
    writeMessage(entry, "A tracking link was corrected in Shopify", "correcting a link"),
  "line.excluded": ({ about }) => `A person chose not to print a line${about ? `: ${about}` : ""}.`,
  "line.included": ({ about }) => `A person chose to print a line after all${about ? `: ${about}` : ""}.`,
  "attention.opened": (entry) => `Needs attention: ${reasonMessage(entry)}`,
  "attention.cleared": (entry) => `No longer open: ${reasonMessage(entry)}`,
  "privacy.data_requested": "Shopify asked what is kept of the buyer.",
  "privacy.erased": "The buyer's personal data was erased at Shopify's request.",
};

function writeMessage({ data, about }: Entry, done: string, doing: string): string {
  const parcel = about ? ` for parcel ${about}` : "";
  switch (data["outcome"]) {
    case "done":
      return `${done}${parcel}.`;
    case "rejected":
      return `Shopify refused ${doing}${parcel}.`;
    case "uncertain":
      return `No clear answer came from Shopify on ${doing}${parcel}; it is read before it is tried again.`;
    default:
      return `Shopify did not process ${doing}${parcel}; it is tried again.`;
  }
}

function reasonMessage({ data, about }: Entry): string {
  const code = data["code"] ?? "";
  const message = code in ATTENTION ? ATTENTION[code as AttentionCode].message : code;
  return about ? `${message} (${about})` : message;
}

/** A line of history in plain words; a code that is not known shows itself. */
export function historyMessage(entry: Entry): string {
  const template = MESSAGES[entry.code];
  if (template === undefined) return entry.code;
  const text = typeof template === "string" ? template : template(entry);
  return entry.times > 1 ? `${text} This happened ${entry.times} times; this was the last.` : text;
}

export const ACTOR_LABELS: Readonly<Record<HistoryView["actor"], string>> = {
  system: "Inkbridge",
  person: "A person in this shop",
  shopify: "Shopify",
  print_service: "The print service",
};
