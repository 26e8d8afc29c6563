import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { SnoozeReason } from "../../../prisma/client/client.ts";
import { SNOOZE_REASON_LABELS } from "../common/labels.ts";
import { CLAIM_ANSWER_NAMES, CLAIM_KIND_NAMES } from "../../orders/core/claims.ts";
import { useState } from "react";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";
import { useShop } from "../common/shop-context.tsx";
import { SmallNote, TitledCard } from "../common/text.tsx";
import { ATTENTION, ATTENTION_CODES, needsStaffAction } from "../../orders/core/attention.ts";
import { CHANGED_FIELD_NAMES } from "./change-copy.ts";
import type { ChangedField } from "../../ports/order-model.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Milestone, MilestoneView } from "../../orders/pages/details/timeline.ts";

const INITIAL_COUNT = 10;

/** The history of an order, newest first. `showReference`: entries name their submission. */
export function HistoryCard({ history, showReference }: { history: HistoryView[]; showReference: boolean }) {
  const { timezone } = useShop();
  const [showAll, setShowAll] = useState(false);
  const visibleEntries = showAll ? history : history.slice(0, INITIAL_COUNT);
  return (
    <TitledCard title={HISTORY_CARD.title}>
      {groupByDay(visibleEntries, timezone).map(({ label, entries }) => (
        <BlockStack key={label} gap="300">
          <Text as="h3" variant="headingSm" tone="subdued">
            {label}
          </Text>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} showReference={showReference} />
          ))}
        </BlockStack>
      ))}
      {history.length > visibleEntries.length && (
        <InlineStack>
          <Button variant="plain" onClick={() => setShowAll(true)}>
            {HISTORY_CARD.showAll(history.length)}
          </Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

function Entry({ entry, showReference }: { entry: HistoryView; showReference: boolean }) {
  const { timezone } = useShop();
  const attribution = [actorLabel(entry.actor, entry.by), showReference && entry.reference].filter((part) => part);
  return (
    <BlockStack>
      <Text as="p">{historyMessage(entry)}</Text>
      {entry.approvedNote !== null && <SmallNote breakWord>{HISTORY_CARD.approved(entry.approvedNote)}</SmallNote>}
      {entry.reason !== null && <SmallNote breakWord>“{entry.reason}”</SmallNote>}
      <SmallNote breakWord>
        <time dateTime={entry.at}>{timeOfDay(entry.at, timezone)}</time> · {attribution.join(" · ")}
      </SmallNote>
    </BlockStack>
  );
}

/** Groups entries by their day in a time zone, e.g. `Saturday, Nov 21, 2026`, and keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], timezone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    weekday: "long",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  const days: { label: string; entries: T[] }[] = [];
  for (const entry of entries) {
    const label = format.format(new Date(entry.at));
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else days.push({ label, entries: [entry] });
  }
  return days;
}

/** e.g. `2:03 pm`. */
function timeOfDay(iso: string, timezone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, hour: "numeric", minute: "2-digit" });
  return format.format(new Date(iso)).replace(/\s/g, " ").toLowerCase();
}

const HISTORY_CARD = {
  title: "History",
  approved: (note: string) => (note === "" ? "No print note." : `Print note: “${note}”`),
  showAll: (count: number) => `Show all ${count} entries`,
};

const ACTOR_LABELS: Readonly<Record<HistoryView["actor"], string>> = {
  system: "Inkbridge",
  person: "Staff",
  shopify: "Shopify",
  print_service: "Print service",
};

/** Who did something: the member of staff by name, where that is known. */
export const actorLabel = (actor: HistoryView["actor"], by: string | null): string => by ?? ACTOR_LABELS[actor];

type Entry = Pick<HistoryView, "code" | "data" | "about" | "times">;

const STATUS_MESSAGES: Readonly<Record<string, string>> = {
  in_production: "The print service reported: in production.",
  address_problem: "The print service couldn't verify the address.",
  ended: "The print service ended the print order.",
  cancel_requested: "The print service received a request to cancel.",
  awaiting_payment: "The print service waits for its payment.",
  awaiting_file: "The print service waits for a print file.",
  on_hold: "The print service put the print order on hold.",
  refund: "The print service reported a refund.",
  resend: "The print service sends items again.",
  shipped: "The print service reported: shipped.",
};

const MESSAGES: Readonly<Record<HistoryView["code"], string | ((entry: Entry) => string)>> = {
  "order.received": "Order received from Shopify.",
  "submission.created": "Print order prepared.",
  "submission.reprint_requested": ({ data }) =>
    `Reprint requested${data["claim"] ? " for a claim" : ""}${reprintCause(data["reason"])}.`,
  "submission.send_now": "Send now requested.",
  "submission.retry_fulfillment": "Retry of the fulfillment in Shopify requested.",
  "submission.replaced": "Replacement requested.",
  "submission.given_up": ({ data }) => `Print order canceled${cancellationCause(data["why"])}.`,
  "submission.rules_decided": ({ data }) =>
    data["rules"] ? `Rules that decide: ${data["rules"]}.` : "No rule decides any longer.",
  "submission.pay_requested": "Payment at the print service requested.",
  "submission.pay_done": "Paid at the print service.",
  "submission.pay_failed": ({ data }) => PAYMENT_FAILURES[data["outcome"] ?? ""] ?? "Not paid at the print service.",
  "submission.cancel_requested": "Cancellation at the print service requested.",
  "submission.cancel_done": "Canceled at the print service.",
  "submission.cancel_failed": ({ data }) =>
    CANCELLATION_FAILURES[data["outcome"] ?? ""] ?? "Not canceled at the print service.",
  "submission.wait": "Waiting to be sent.",
  "submission.release": "Ready to send.",
  "submission.claim": "Sending to the print service.",
  "submission.accepted": "Accepted by the print service.",
  "submission.rejected": "Rejected by the print service.",
  "submission.not_processed": "Not processed by the print service. Inkbridge retries automatically.",
  "submission.uncertain": "Unclear whether the order arrived. Inkbridge checks for the order before sending it again.",
  "submission.missing_at_provider": "Checked print service: the sent order wasn't found.",
  "submission.absence_confirmed": "The print service doesn't have the order.",
  "submission.absent": "Can be sent again.",
  "submission.repeat": "Sent again under the same reference, which the print service takes once.",
  "submission.cancel": "Print order canceled.",
  "submission.seen_at_provider": "Received by the print service.",
  "submission.in_production": "Production started.",
  "submission.shipped": "Shipped.",
  "submission.fulfilled": "Fulfilled in Shopify.",
  "submission.late_answer": "The print service responded late. Nothing changed.",
  "submission.orphan_adopted": "Found at the print service, sent before a gap in Inkbridge's records.",
  "submission.content_restored": "The order changed after it was sent. Added items are sent separately.",
  "lookup.found": "Checked print service: order found.",
  "lookup.absent": "Checked print service: order not found.",
  "lookup.failed": "Checked print service: no usable response.",
  "status.seen": ({ data }) =>
    STATUS_MESSAGES[data["meaning"] ?? ""] ?? "The print service updated the production status.",
  "parcel.seen": ({ about }) => (about ? `Tracking number ${about} received.` : "Tracking number received."),
  "parcel.shipped": ({ about, data }) =>
    data["by"] === "wait"
      ? `No word on whether ${about ?? "the package"} shipped. Inkbridge stopped waiting.`
      : `Package ${about ?? ""} shipped.`,
  "tracking.without_number": "The print service reported a package without a tracking number.",
  "tracking.link_rejected": "The tracking link can't be used, so the package has no link.",
  "shopify.create": (entry) => writeMessage(entry, "Fulfilled in Shopify", "fulfillment"),
  "shopify.tracking_update": (entry) => writeMessage(entry, "Fulfillment updated in Shopify", "fulfillment update"),
  "shopify.link_update": (entry) => writeMessage(entry, "Tracking link corrected in Shopify", "tracking link"),
  "shopify.address_update": ({ data }) => ADDRESS_UPDATES[data["outcome"] ?? ""] ?? "Shopify didn't save the address.",
  "order.changed": (entry) => changeMessage("Changed", entry),
  "order.change_kept": (entry) => changeMessage("Kept the change to", entry),
  "order.change_withdrawn": (entry) => changeMessage("Withdrew the change to", entry),
  "order.save_address": "Saving the address in Shopify again.",
  "line.added": ({ about }) => `Added in Shopify: ${about ?? "an item"}.`,
  "line.removed": ({ about }) => `Removed in Shopify: ${about ?? "an item"}.`,
  "line.quantity_changed": ({ about, data }) =>
    `Quantity changed in Shopify from ${data["from"]} to ${data["to"]}: ${about ?? "an item"}.`,
  "line.excluded": ({ about }) => `Excluded from print: ${about ?? "an item"}.`,
  "line.not_printed": ({ about }) => `Marked as not printed by your print service: ${about ?? "an item"}.`,
  "line.excluded_by_rule": ({ about, data }) => `Never sent, by rule “${data["rule"]}”: ${about ?? "an item"}.`,
  "line.included": ({ about }) => `Included in print again: ${about ?? "an item"}.`,
  "order.print_fulfilled": "Sending to print although Shopify shows the order as fulfilled.",
  "order.send_ignored": "Sending although the order was placed before the start date.",
  "order.resolve": "Marked as resolved.",
  "order.assigned": ({ data }) => ASSIGNMENTS[data["to"] ?? ""] ?? "Assigned the order.",
  "order.snoozed": ({ data }) => `Snoozed in the inbox${snoozeCause(data["why"])}.`,
  "order.snooze_ended": "Ended the snooze in the inbox.",
  "attention.opened": (entry) => reasonMessage(entry, "opened"),
  "attention.cleared": (entry) => reasonMessage(entry, "cleared"),
  "reconciliation.dismissed": "Difference from the print service marked as resolved.",
  "reconciliation.added": "Added from the print service's list.",
  "claim.opened": ({ data }) => `Claim opened: ${claimName(CLAIM_KIND_NAMES, data["kind"])}.`,
  "claim.asked": "Claim sent to the print service, as staff says.",
  "claim.answered": ({ data }) => `Print service answered the claim: ${claimName(CLAIM_ANSWER_NAMES, data["answer"])}.`,
  "claim.closed": "Claim marked as done.",
  "claim.reopened": "Claim reopened.",
  "claim.photo_added": "Photo added to the claim.",
  "claim.photo_removed": "Photo removed from the claim.",
  "privacy.data_requested": "Shopify requested the customer's data.",
  "privacy.erased": "The customer's personal data was erased at Shopify's request.",
};

const PAYMENT_FAILURES: Readonly<Record<string, string>> = {
  refused: "The print service rejected the payment.",
  unclear: "Couldn't confirm the payment at the print service.",
  obsolete: "The payment at the print service was no longer needed.",
};

const CANCELLATION_FAILURES: Readonly<Record<string, string>> = {
  too_late: "Not canceled: the print service already prints the order.",
  refused: "The print service rejected the cancellation.",
  unclear: "Couldn't confirm the cancellation at the print service.",
};

const ASSIGNMENTS: Readonly<Record<string, string>> = {
  self: "Took on the order.",
  colleague: "Assigned the order to a colleague.",
  nobody: "Removed the assignment of the order.",
};

const snoozeCause = (why: string | undefined): string =>
  why && why in SNOOZE_REASON_LABELS ? `: ${SNOOZE_REASON_LABELS[why as SnoozeReason].toLowerCase()}` : "";

const claimName = (names: Readonly<Record<string, string>>, code: string | undefined): string =>
  (names[code ?? ""] ?? "").toLowerCase();

const CANCELLATION_CAUSES: Readonly<Record<string, string>> = {
  order_cancelled: ": the order was canceled in Shopify",
  nothing_left: ": no items left to print",
  line_removed: ": Shopify no longer shows one of the items",
  withdrawn: ": the reprint was canceled by staff",
};

const cancellationCause = (why: string | undefined): string => CANCELLATION_CAUSES[why ?? ""] ?? "";

const REPRINT_CAUSES: Readonly<Record<string, string>> = {
  damaged: ": arrived damaged",
  lost: ": lost in transit",
  misprint: ": misprinted",
};

const reprintCause = (reason: string | undefined): string => REPRINT_CAUSES[reason ?? ""] ?? "";

const ADDRESS_UPDATES: Readonly<Record<string, string>> = {
  done: "Address saved in Shopify.",
  rejected: "Shopify rejected the corrected address.",
  uncertain: "No clear response from Shopify to the corrected address.",
};

/** e.g. `Changed print SKU, print note (Tee, Black / M).` */
function changeMessage(did: string, { data, about }: Entry): string {
  const names = (data["fields"] ?? "").split(" ").map((field) => CHANGED_FIELD_NAMES[field as ChangedField] ?? field);
  return `${did} ${names.join(", ")}${about ? ` (${about})` : ""}.`;
}

function writeMessage({ data, about }: Entry, done: string, subject: string): string {
  const tracking = about ? ` with tracking ${about}` : "";
  switch (data["outcome"]) {
    case "done":
      return `${done}${tracking}.`;
    case "rejected":
      return `Shopify rejected the ${subject}${tracking}.`;
    case "uncertain":
      return `No clear response from Shopify to the ${subject}${tracking}. Inkbridge checks before retrying.`;
    default:
      return `Shopify didn't process the ${subject}${tracking}. Inkbridge retries automatically.`;
  }
}

/** A reason's message where it opens, its label where it is resolved. A notice ends by itself: nobody has resolved anything. */
function reasonMessage({ data, about }: Entry, change: "opened" | "cleared"): string {
  const code = ATTENTION_CODES.find((one) => one === data["code"]);
  const subject = about ? ` (${about})` : "";
  if (!code) return change === "opened" ? `Needs attention${subject}.` : `Resolved${subject}.`;
  const { label, message, phase } = ATTENTION[code];
  if (change === "cleared") return `${phase === "notice" ? "Notice closed" : "Resolved"}: ${label}${subject}.`;
  return `${needsStaffAction(code) ? "Needs attention: " : ""}${message.replace(/\.$/, "")}${subject}.`;
}

/** The sentence of a history entry; an unknown code shows itself. */
export function historyMessage(entry: Entry): string {
  const template = MESSAGES[entry.code];
  if (template === undefined) return entry.code;
  const text = typeof template === "string" ? template : template(entry);
  return entry.times > 1 ? `${text} (${entry.times} times, most recent)` : text;
}

export const TIMELINE = {
  title: "Progress",
  progress: { done: "Done", skipped: "Not reported", next: "Next", ahead: "Not started" },
};

const LABELS: Readonly<Record<Milestone, string>> = {
  received: "Received",
  sent: "Sent to print",
  in_production: "In production",
  shipped: "Shipped",
  fulfilled: "Fulfilled in Shopify",
  ended: "Canceled",
};

type Submission = Pick<SubmissionView, "kind" | "replaced">;

/** The name of a step. */
export function milestoneLabel({ step }: MilestoneView, { kind, replaced }: Submission): string {
  if (step === "ended" && replaced) return "Replaced";
  return step === "received" && kind !== "first" ? "Prepared" : LABELS[step];
}

const KIND_REASONS: Readonly<Record<SubmissionView["kind"], string>> = {
  first: "",
  supplement: "Items were added in Shopify after the order was sent.",
  replacement: "Staff requested a replacement.",
  reprint: "Staff requested a reprint.",
};

/** Why a step was taken, or what is known of it; "" where there is nothing to add. */
export function milestoneReason(milestone: MilestoneView, submission: Submission): string {
  const { step, progress, approved, sentByStaff } = milestone;
  if (progress === "skipped") return "The print service didn't report this step.";
  if (progress !== "done") return "";
  if (step === "received") return KIND_REASONS[submission.kind];
  if (approved.length > 0) return `Approved: ${approved.map((code) => ATTENTION[code].label).join(", ")}.`;
  return sentByStaff ? "Staff sent the order manually." : "";
}
