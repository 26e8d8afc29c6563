import type { LookupFailure } from "../../orders/pages/details/uncertainty.ts";
import type { LookupView } from "../../orders/pages/details/submission-view.ts";
import { pluralize } from "../common/format.ts";

const KIND_LABELS: Readonly<Record<LookupView["kind"], string>> = {
  detail: "Asked for by its reference",
  list_scan: "Looked for in the print service's whole list",
};

/** What a look-up did and what it showed, e.g. `Asked for by its reference: not found.` */
export function lookupMessage({ kind, result, laterOrders, failure }: LookupView): string {
  const label = KIND_LABELS[kind];
  if (failure) return `${label}: ${failureMessage(failure)}.`;
  if (result === "found") return `${label}: it is there.`;
  return laterOrders.length === 0
    ? `${label}: not found.`
    : `${label}: not found, but ${laterOrdersText(laterOrders)}.`;
}

function laterOrdersText(references: readonly string[]): string {
  const [first] = references;
  const more = references.length - 1;
  return more > 0
    ? `${first} and ${pluralize(more, "other later order")} of yours were there`
    : `your later ${first} was there`;
}

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  UnavailableError: "the print service gave no usable answer",
  UncertainError: "the print service gave no usable answer",
  RejectedError: "the print service refused the question",
  UnauthorizedError: "the print service does not accept the account any more",
  date_filter_ignored: "the print service took no notice of the days it was asked for, so its list proves nothing",
};

/** Why a look-up found out nothing, as a part of a sentence. */
export function failureMessage({ error, httpStatus }: LookupFailure): string {
  const message = FAILURE_MESSAGES[error] ?? "the print service gave no usable answer";
  return httpStatus === null ? message : `${message} (HTTP ${httpStatus})`;
}
