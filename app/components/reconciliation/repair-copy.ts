import type { RepairOutcome, RepairResult } from "../../orders/reconciliation/repair.ts";
import { pluralize } from "../common/format.ts";

/** What went well; said in a toast. */
const DONE: Partial<Record<RepairOutcome, (count: number, name: string) => string>> = {
  found: (_, name) => `Order ${name} was found`,
  updated: (count, name) =>
    count === 1 ? `Order ${name} is up to date` : `${pluralize(count, "order")} are up to date`,
  dismissed: (_, name) => `Order ${name} marked as seen to`,
};

/** What did not, or needs somebody; stays on the page. */
const REMAINING: Partial<Record<RepairOutcome, string>> = {
  absent: "the print service does not show it. Ask the print service about its reference.",
  no_changes: "the print service says nothing that is not known here.",
  list_incomplete:
    "the print service's list doesn't show the orders sent just before and after it either, so nothing can be concluded yet. Check again later.",
  still_uncertain:
    "the print service does not show it. It is looked for again by itself, and not sent again before that is settled.",
  sent_again: "it is proven that the print service does not have it, so it is sent again.",
  cancelled: "the print service does not have it, and the order is cancelled: it is not sent again.",
  invalid_state: "it has changed meanwhile. Compare again.",
  not_found: "it is no longer here.",
  account_rejected: "the print service refuses the print account. Connect it again on the settings page.",
  unavailable: "the print service did not answer. Try again in a moment.",
  date_filter_ignored: "the print service did not show the days that it was asked for, so nothing can be concluded.",
};

/** A few words for the toast; null when nothing went well. */
export function doneMessage(results: readonly RepairResult[]): string | null {
  const succeeded = results.filter(({ outcome }) => DONE[outcome] !== undefined);
  const [first] = succeeded;
  return (first && DONE[first.outcome]?.(succeeded.length, first.orderName ?? "")) ?? null;
}

/** A sentence for each order that did not just go well. */
export function remainingMessages(results: readonly RepairResult[]): { id: string; message: string }[] {
  return results.flatMap(({ submissionId, orderName, outcome }) => {
    const text = REMAINING[outcome];
    return text ? [{ id: submissionId, message: `${orderName ? `Order ${orderName}` : "An order"}: ${text}` }] : [];
  });
}
