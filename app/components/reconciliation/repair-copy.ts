import type { Outcome, RepairResult } from "../../orders/reconciliation/repair.ts";
import { counted } from "../common/format.ts";

/** What went well; said in a toast. */
const DONE: Partial<Record<Outcome, (count: number, name: string) => string>> = {
  found: (_, name) => `Order ${name} was found`,
  taken_in: (count, name) =>
    count === 1 ? `Order ${name} is up to date` : `${counted(count, "order")} are up to date`,
  noted: (_, name) => `Order ${name} marked as seen to`,
};

/** What did not, or needs somebody; stays on the page. */
const LEFT: Partial<Record<Outcome, string>> = {
  absent: "the print service does not show it. Ask the print service about its reference.",
  nothing_new: "the print service says nothing that is not known here.",
  list_incomplete:
    "the print service's list doesn't show the orders sent just before and after it either, so nothing can be concluded yet. Check again later.",
  still_unclear:
    "the print service does not show it. It is looked for again by itself, and not sent again before that is settled.",
  sent_again: "it is proven that the print service does not have it, so it is sent again.",
  given_up: "the print service does not have it, and the order is cancelled: it is not sent again.",
  not_now: "it has changed meanwhile. Compare again.",
  not_found: "it is no longer here.",
  account_refused: "the print service refuses the print account. Connect it again on the settings page.",
  unavailable: "the print service did not answer. Try again in a moment.",
  range_not_heeded: "the print service did not show the days that it was asked for, so nothing can be concluded.",
};

/** A few words for the toast; null when nothing went well. */
export function doneWords(results: readonly RepairResult[]): string | null {
  const good = results.filter(({ outcome }) => DONE[outcome] !== undefined);
  const [first] = good;
  return (first && DONE[first.outcome]?.(good.length, first.orderName ?? "")) ?? null;
}

/** A sentence for each order that did not just go well. */
export function leftWords(results: readonly RepairResult[]): { id: string; says: string }[] {
  return results.flatMap(({ submissionId, orderName, outcome }) => {
    const words = LEFT[outcome];
    return words ? [{ id: submissionId, says: `${orderName ? `Order ${orderName}` : "An order"}: ${words}` }] : [];
  });
}
