import type { SentFile } from "../../orders/core/sent-files.ts";
import type { AttemptOutcome } from "../../../prisma/client/client.ts";
import type { LookupFailure, UncertaintyView } from "../../orders/pages/details/uncertainty.ts";
import type { LookupView } from "../../orders/pages/details/submission-view.ts";
import { formatNumber, pluralize } from "../common/format.ts";

export const UNCERTAINTY = {
  evidenceFor: "Signs it was received",
  evidenceAgainst: "Signs it wasn't",
};

export const ACTIVITY = {
  attempts: "Attempts to send",
  noAttempts: "None yet.",
  lookups: "Checks with the print service",
};

const OUTCOME_MESSAGES: Readonly<Record<AttemptOutcome, string>> = {
  accepted: "Accepted by the print service.",
  rejected: "Rejected by the print service.",
  not_processed: "Not processed by the print service.",
  uncertain: "Unclear whether the order arrived.",
  lost: "The connection was interrupted.",
};

/** The proof of which file was at an artwork link when it was sent. */
export const fileMessage = ({ position, side, bytes, sha256 }: SentFile): string =>
  `Item ${position + 1}, ${side} artwork: ${formatNumber(bytes)} bytes, SHA-256 ${sha256}`;

/** The outcome of an attempt to send; null: the attempt is under way. */
export const outcomeMessage = (outcome: AttemptOutcome | null): string =>
  outcome === null ? "Sending." : OUTCOME_MESSAGES[outcome];

const LOOKUP_LABELS: Readonly<Record<LookupView["kind"], string>> = {
  detail: "Search by reference",
  list_scan: "Search of the full list",
};

/** A lookup and its result, e.g. `Search by reference: not found.` */
export function lookupMessage({ kind, result, laterOrders, failure }: LookupView): string {
  const label = LOOKUP_LABELS[kind];
  if (failure) return `${label}: ${failureMessage(failure)}.`;
  if (result === "found") return `${label}: found.`;
  return laterOrders.length === 0
    ? `${label}: not found.`
    : `${label}: not found, but ${laterOrdersText(laterOrders)}.`;
}

function laterOrdersText(references: readonly string[]): string {
  const [first] = references;
  const more = references.length - 1;
  return more > 0
    ? `${first} and ${pluralize(more, "other newer order")} of yours were there`
    : `your newer order ${first} was there`;
}

const NO_RESPONSE = "the print service gave no usable response";

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  UnavailableError: NO_RESPONSE,
  UncertainError: NO_RESPONSE,
  RejectedError: "the print service rejected the request",
  UnauthorizedError: "the print service rejected your login",
  date_filter_ignored: "the print service ignored the requested dates, so its list proves nothing",
};

/** Why a lookup failed, as a part of a sentence. */
function failureMessage({ error, httpStatus }: LookupFailure): string {
  const message = FAILURE_MESSAGES[error] ?? NO_RESPONSE;
  return httpStatus === null ? message : `${message} (HTTP ${httpStatus})`;
}

export interface UncertaintyCopy {
  /** Signs that the print service has the order. */
  evidenceFor: string[];
  /** Signs that the print service does not have the order. */
  evidenceAgainst: string[];
  /** What Inkbridge does automatically. */
  nextStep: string;
}

type FormatTime = (iso: string) => string;

/** What is known of an uncertain submission, in sentences. */
export function uncertaintyCopy(uncertainty: UncertaintyView, formatTime: FormatTime): UncertaintyCopy {
  return {
    evidenceFor: evidenceFor(uncertainty, formatTime),
    evidenceAgainst: evidenceAgainst(uncertainty, formatTime),
    nextStep: nextStep(uncertainty),
  };
}

function evidenceFor(uncertainty: UncertaintyView, formatTime: FormatTime): string[] {
  const { tooRecent, list, failure } = uncertainty;
  return [
    attemptText(uncertainty, formatTime),
    ...(tooRecent
      ? [
          `That was less than ${pluralize(uncertainty.quietMinutes, "minute")} ago, so the print service may not list it yet.`,
        ]
      : []),
    ...(list.absent > 0 && list.withLater === 0
      ? ["The print service doesn't list your newer orders either, so its list may be behind."]
      : []),
    ...(list.notListed
      ? [
          `The print service's list is missing another order that the print service has (${list.notListed}), so the list isn't complete.`,
        ]
      : []),
    ...(failure ? [`The last check failed: ${failureMessage(failure)}.`] : []),
  ];
}

function attemptText({ outcome, httpStatus, sentAt }: UncertaintyView, formatTime: FormatTime): string {
  const time = formatTime(sentAt);
  if (outcome === "lost") return `Sent on ${time}, but the connection was interrupted. The order may have arrived.`;
  if (outcome === "rejected") return `Rejected on ${time}, but an earlier attempt may have arrived.`;
  if (httpStatus === null) return `Sent on ${time}, but no response came back. The order may have arrived.`;
  return `Sent on ${time}. The print service responded (HTTP ${httpStatus}), but that doesn't rule out that it made the order.`;
}

function evidenceAgainst({ byReference, list }: UncertaintyView, formatTime: FormatTime): string[] {
  const sentences = [
    ...(byReference.lastAbsent
      ? [
          `Searched by reference ${times(byReference.absent)}: not found. Last on ${formatTime(byReference.lastAbsent)}.`,
        ]
      : []),
    ...(list.lastAbsent
      ? [`Searched the full list ${times(list.absent)}: not found. Last on ${formatTime(list.lastAbsent)}.`]
      : []),
    ...(list.later
      ? [`The list showed a newer order of yours (${list.later}) but not this one, ${times(list.withLater)}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences : ["Nothing yet: no check has completed."];
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

function nextStep({ proofs, quietMinutes }: UncertaintyView): string {
  const rule = `Inkbridge resends automatically once two checks, at least ${pluralize(quietMinutes, "minute")} apart, show the orders sent just before and after this one, but not this one.`;
  return `${rule} ${proofs === 1 ? "One check is complete." : "Neither check is complete yet."}`;
}
