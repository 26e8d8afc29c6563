import type { DueFor, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { inWords } from "../common/format.ts";

type Due = NonNullable<SubmissionView["due"]>;

/** How what is due is told before and after its moment; null where time says nothing to a person. */
export const DUE_WORDS: Readonly<Record<DueFor, { lead: string; over: string | null } | null>> = {
  edit_window: { lead: "Goes to print", over: "Goes to print now" },
  recheck: { lead: "Looked at again", over: "Looked at again now" },
  try: { lead: "Tried again", over: null },
  look_up: { lead: "Looked for again", over: "Being looked for now" },
  compare: null,
};

/** What is due and in how long, e.g. `Goes to print in 23 minutes`; null where time says nothing to a person. */
export function dueWords(due: Due, now: Date): string | null {
  const words = DUE_WORDS[due.what];
  if (!words) return null;
  const left = Math.ceil((new Date(due.at).getTime() - now.getTime()) / 1_000);
  return left > 0 ? `${words.lead} ${inWords(left)}` : words.over;
}
