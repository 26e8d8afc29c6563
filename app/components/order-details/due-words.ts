import type { DueFor, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { timeUntil } from "../common/format.ts";

type Due = NonNullable<SubmissionView["due"]>;

/** How what is due is told before and after its moment; null where time says nothing to a person. */
export const DUE_LABELS: Readonly<Record<DueFor, { label: string; elapsedLabel: string | null } | null>> = {
  edit_window: { label: "Goes to print", elapsedLabel: "Goes to print now" },
  recheck: { label: "Looked at again", elapsedLabel: "Looked at again now" },
  try: { label: "Tried again", elapsedLabel: null },
  look_up: { label: "Looked for again", elapsedLabel: "Being looked for now" },
  compare: null,
};

/** What is due and in how long, e.g. `Goes to print in 23 minutes`; null where time says nothing to a person. */
export function dueText(due: Due, now: Date): string | null {
  const labels = DUE_LABELS[due.what];
  if (!labels) return null;
  const secondsLeft = Math.ceil((new Date(due.at).getTime() - now.getTime()) / 1_000);
  return secondsLeft > 0 ? `${labels.label} ${timeUntil(secondsLeft)}` : labels.elapsedLabel;
}
