import type { LookFailure } from "../../orders/pages/details/uncertainty.ts";
import type { LookupView } from "../../orders/pages/details/submission-view.ts";
import { counted } from "../common/format.ts";

const KINDS: Readonly<Record<string, string>> = {
  detail: "Asked for by its reference",
  walk: "Looked for in the print service's whole list",
};

/** What a look-up did and what it showed, e.g. `Asked for by its reference: not found.` */
export function lookupWords({ kind, result, witnesses, failure }: LookupView): string {
  const did = KINDS[kind] ?? kind;
  if (failure) return `${did}: ${failureWords(failure)}.`;
  if (result === "found") return `${did}: it is there.`;
  return witnesses.length === 0 ? `${did}: not found.` : `${did}: not found, but ${laterWords(witnesses)}.`;
}

function laterWords(references: readonly string[]): string {
  const [first] = references;
  const more = references.length - 1;
  return more > 0
    ? `${first} and ${counted(more, "other later order")} of yours were there`
    : `your later ${first} was there`;
}

const FAILURES: Readonly<Record<string, string>> = {
  Unavailable: "the print service gave no usable answer",
  Uncertain: "the print service gave no usable answer",
  Rejected: "the print service refused the question",
  Unauthorized: "the print service does not accept the account any more",
  range_not_heeded: "the print service took no notice of the days it was asked for, so its list proves nothing",
};

/** Why a look-up found out nothing, as a part of a sentence. */
export function failureWords({ error, httpStatus }: LookFailure): string {
  const words = FAILURES[error] ?? "the print service gave no usable answer";
  return httpStatus === null ? words : `${words} (HTTP ${httpStatus})`;
}
