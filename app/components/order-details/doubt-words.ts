import type { UncertaintyView } from "../../orders/pages/details/uncertainty.ts";
import { pluralize } from "../common/format.ts";
import { failureMessage } from "./look-words.ts";

export interface UncertaintyCopy {
  /** Speaks for its being at the print service. */
  evidenceFor: string[];
  /** Speaks against it. */
  evidenceAgainst: string[];
  /** What comes by itself. */
  nextStep: string;
}

/** What is known of an uncertain submission, in sentences. `at`: how a time is written. */
export function uncertaintyCopy(uncertainty: UncertaintyView, formatTime: (iso: string) => string): UncertaintyCopy {
  return {
    evidenceFor: evidenceFor(uncertainty, formatTime),
    evidenceAgainst: evidenceAgainst(uncertainty, formatTime),
    nextStep: nextStep(uncertainty),
  };
}

function evidenceFor(uncertainty: UncertaintyView, formatTime: (iso: string) => string): string[] {
  const { tooRecent, list, failure } = uncertainty;
  return [
    `It was sent on ${formatTime(uncertainty.sentAt)}, ${outcome(uncertainty)}`,
    ...(tooRecent
      ? [`That is less than ${pluralize(uncertainty.quietMinutes, "minute")} ago: the print service may show it later.`]
      : []),
    ...(list.absent > 0 && list.withLater === 0
      ? ["Its list has not shown a later order of yours either, so it may just be behind."]
      : []),
    ...(list.notListed ? [`Its list lacks another order that it has (${list.notListed}), so it is not complete.`] : []),
    ...(failure ? [`The newest look found out nothing: ${failureMessage(failure)}.`] : []),
  ];
}

function outcome({ outcome, httpStatus }: UncertaintyView): string {
  if (outcome === "lost") return "and the app stopped before an answer came: it may have arrived.";
  if (outcome === "rejected")
    return "and refused, after an earlier try without a clear answer: that one may have arrived.";
  const http = httpStatus === null ? "" : ` (HTTP ${httpStatus})`;
  return `and no clear answer came${http}: it may have arrived all the same.`;
}

function evidenceAgainst({ byReference, list }: UncertaintyView, formatTime: (iso: string) => string): string[] {
  const sentences: string[] = [];
  if (byReference.lastAbsent)
    sentences.push(
      `Asked for by its reference ${timesText(byReference.absent)}: not found. Last on ${formatTime(byReference.lastAbsent)}.`,
    );
  if (list.lastAbsent)
    sentences.push(
      `Looked for in the whole list ${timesText(list.absent)}: not found. Last on ${formatTime(list.lastAbsent)}.`,
    );
  if (list.later)
    sentences.push(
      `${timesText(list.withLater)} the list showed a later order of yours (${list.later}) and not this one.`,
    );
  return sentences.length > 0 ? sentences.map(capitalize) : ["Nothing yet: no look has found out anything."];
}

const timesText = (times: number): string => (times === 1 ? "once" : times === 2 ? "twice" : `${times} times`);
const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function nextStep({ proofs, quietMinutes }: UncertaintyView): string {
  const rule = `It is sent again by itself once two readings of the list, at least ${pluralize(quietMinutes, "minute")} apart, show the orders that you sent just before and after this one, but not this one.`;
  return `${rule} ${proofs === 1 ? "One of the two is done." : "None of the two is done yet."}`;
}
