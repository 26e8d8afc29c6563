import type { SubmissionView } from "../../orders/view/page-submission.ts";

type Due = NonNullable<SubmissionView["due"]>;

/** What is due and in how long, e.g. `Goes to print in 23 minutes`; null where time says nothing to a person. */
export function dueWords(due: Due, now: Date): string | null {
  const left = Math.ceil((new Date(due.at).getTime() - now.getTime()) / 1_000);
  switch (due.what) {
    case "edit_window":
      return left > 0 ? `Goes to print ${inWords(left)}` : "Goes to print now";
    case "recheck":
      return left > 0 ? `Looked at again ${inWords(left)}` : "Looked at again now";
    case "try":
      return left > 0 ? `Tried again ${inWords(left)}` : null;
    case "look_up":
      return left > 0 ? `Looked for again ${inWords(left)}` : "Being looked for now";
    case "compare":
      return null;
  }
}

/** `in 23 minutes`; seconds below two minutes, hours from two hours on, days from two days on. */
export function inWords(seconds: number): string {
  const relative = new Intl.RelativeTimeFormat("en-US");
  if (seconds < 120) return relative.format(seconds, "second");
  if (seconds < 2 * 3_600) return relative.format(Math.round(seconds / 60), "minute");
  if (seconds < 2 * 86_400) return relative.format(Math.round(seconds / 3_600), "hour");
  return relative.format(Math.round(seconds / 86_400), "day");
}
