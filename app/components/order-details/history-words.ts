import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";

type Entry = Pick<HistoryView, "code" | "data" | "about" | "times">;

const GIVEN_UP: Readonly<Record<string, string>> = {
  order_cancelled: "The submission was given up: the order was cancelled in Shopify.",
  nothing_left: "The submission was given up: nothing is left to print.",
};

const WORDS: Readonly<Record<string, string | ((entry: Entry) => string)>> = {
  "order.received": "The order came in from Shopify.",
  "submission.created": "A submission was made up.",
  "submission.given_up": ({ data }) => GIVEN_UP[data["why"] ?? ""] ?? "The submission was given up.",
  "submission.wait": "It waits before it is sent.",
  "submission.release": "Nothing holds it any more: it is ready to be sent.",
  "submission.claim": "Sending to the print service began.",
  "submission.accepted": "The print service took it.",
  "submission.refused": "The print service refused it.",
  "submission.not_processed": "The print service did not take it yet; it is tried again.",
  "submission.unclear": "No clear answer came: it is looked for before anything is sent again.",
  "submission.not_shown": "It was looked for, and the print service does not show it.",
  "ledger.noted": "A difference in the ledger was seen to.",
  "lookup.found": "It was looked for, and the print service has it.",
  "lookup.absent": "It was looked for, and the print service's list did not show it.",
  "lookup.failed": "It was looked for, but the print service gave no usable answer.",
  "submission.shown_absent": "The print service does not have it.",
  "submission.absent": "It may be sent again.",
  "submission.cancel": "The submission was cancelled.",
  "submission.alive": "The print service has it.",
  "submission.in_production": "The print service prints it.",
  "submission.shipped": "It was shipped.",
  "submission.fulfilled": "All of it is fulfilled in Shopify.",
  "submission.late_answer": "The print service's answer came late, and was known already.",
  "submission.found_after_gap": "It was found at the print service, sent before a gap in what Inkbridge knows.",
  "submission.content_restored":
    "The order changed after it was sent, and the print service has it as it was sent. What was added is sent separately.",
  "status.seen": "The print service reported a new status.",
  "parcel.seen": ({ about }) => `The print service named a parcel${about ? `: ${about}` : ""}.`,
  "tracking.without_number": "The print service named a parcel without a tracking number.",
  "shopify.create": (entry) => wrote(entry, "A fulfillment was made in Shopify", "making a fulfillment"),
  "shopify.tracking_update": (entry) => wrote(entry, "Tracking was added in Shopify", "adding tracking"),
  "shopify.link_update": (entry) => wrote(entry, "A tracking link was corrected in Shopify", "correcting a link"),
  "line.excluded": ({ about }) => `A person chose not to print a line${about ? `: ${about}` : ""}.`,
  "line.included": ({ about }) => `A person chose to print a line after all${about ? `: ${about}` : ""}.`,
  "attention.opened": (entry) => `Needs attention: ${reasonOf(entry)}`,
  "attention.cleared": (entry) => `No longer open: ${reasonOf(entry)}`,
  "privacy.data_requested": "Shopify asked what is kept of the buyer.",
  "privacy.erased": "The buyer's personal data was erased at Shopify's request.",
};

function wrote({ data, about }: Entry, done: string, doing: string): string {
  const parcel = about ? ` for parcel ${about}` : "";
  switch (data["outcome"]) {
    case "done":
      return `${done}${parcel}.`;
    case "refused":
      return `Shopify refused ${doing}${parcel}.`;
    case "unclear":
      return `No clear answer came from Shopify on ${doing}${parcel}; it is read before it is tried again.`;
    default:
      return `Shopify did not process ${doing}${parcel}; it is tried again.`;
  }
}

function reasonOf({ data, about }: Entry): string {
  const code = data["code"] ?? "";
  const says = code in ATTENTION ? ATTENTION[code as AttentionCode].says : code;
  return about ? `${says} (${about})` : says;
}

/** A line of history in plain words; a code that is not known shows itself. */
export function historyWords(entry: Entry): string {
  const words = WORDS[entry.code];
  if (words === undefined) return entry.code;
  const said = typeof words === "string" ? words : words(entry);
  return entry.times > 1 ? `${said} This happened ${entry.times} times; this was the last.` : said;
}

export const ACTOR_WORDS: Readonly<Record<HistoryView["actor"], string>> = {
  system: "Inkbridge",
  person: "A person in this shop",
  shopify: "Shopify",
  print_service: "The print service",
};
