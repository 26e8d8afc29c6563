import type { DoubtView } from "../../orders/pages/details/uncertainty.ts";
import { counted } from "../common/format.ts";
import { failureWords } from "./look-words.ts";

export interface DoubtWords {
  /** Speaks for its being at the print service. */
  there: string[];
  /** Speaks against it. */
  notThere: string[];
  /** What comes by itself. */
  next: string;
}

/** What is known of an uncertain submission, in sentences. `at`: how a time is written. */
export function doubtWords(doubt: DoubtView, at: (iso: string) => string): DoubtWords {
  return { there: there(doubt, at), notThere: notThere(doubt, at), next: next(doubt) };
}

function there(doubt: DoubtView, at: (iso: string) => string): string[] {
  const { fresh, list, failure } = doubt;
  return [
    `It was sent on ${at(doubt.sentAt)}, ${outcome(doubt)}`,
    ...(fresh
      ? [`That is less than ${counted(doubt.quietMinutes, "minute")} ago: the print service may show it later.`]
      : []),
    ...(list.absent > 0 && list.withLater === 0
      ? ["Its list has not shown a later order of yours either, so it may just be behind."]
      : []),
    ...(list.unshown ? [`Its list lacks another order that it has (${list.unshown}), so it is not complete.`] : []),
    ...(failure ? [`The newest look found out nothing: ${failureWords(failure)}.`] : []),
  ];
}

function outcome({ outcome, httpStatus }: DoubtView): string {
  if (outcome === "lost") return "and the app stopped before an answer came: it may have arrived.";
  if (outcome === "refused")
    return "and refused, after an earlier try without a clear answer: that one may have arrived.";
  const http = httpStatus === null ? "" : ` (HTTP ${httpStatus})`;
  return `and no clear answer came${http}: it may have arrived all the same.`;
}

function notThere({ byReference, list }: DoubtView, at: (iso: string) => string): string[] {
  const words: string[] = [];
  if (byReference.lastAbsent)
    words.push(
      `Asked for by its reference ${often(byReference.absent)}: not found. Last on ${at(byReference.lastAbsent)}.`,
    );
  if (list.lastAbsent)
    words.push(`Looked for in the whole list ${often(list.absent)}: not found. Last on ${at(list.lastAbsent)}.`);
  if (list.later)
    words.push(`${often(list.withLater)} the list showed a later order of yours (${list.later}) and not this one.`);
  return words.length > 0 ? words.map(upper) : ["Nothing yet: no look has found out anything."];
}

const often = (times: number): string => (times === 1 ? "once" : times === 2 ? "twice" : `${times} times`);
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function next({ proofs, quietMinutes }: DoubtView): string {
  const rule = `It is sent again by itself once two readings of the list, at least ${counted(quietMinutes, "minute")} apart, show the orders that you sent just before and after this one, but not this one.`;
  return `${rule} ${proofs === 1 ? "One of the two is done." : "None of the two is done yet."}`;
}
