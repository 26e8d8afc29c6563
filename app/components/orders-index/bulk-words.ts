import type { BulkAct, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { ATTENTION_LABELS } from "../common/attention-labels.ts";
import { counted } from "../common/format.ts";

const DONE: Readonly<Record<BulkAct, string>> = {
  approve: "approved",
  hold: "put on hold",
  send_now: "on the way to the print service",
  refresh: "being asked about at Shopify and at the print service",
};

const WHY_NOT = {
  not_found: "Not in this shop any more",
  nothing_to_send: "Nothing to send",
  sent_already: "Sent to the print service already",
  not_now: "Refused by the print service: mend what it names, then send again",
} as const;

/** `3 orders approved`; null when there are none. */
export function doneWords(act: BulkAct, results: readonly BulkResult[]): string | null {
  const done = results.filter((result) => result.whyNot === null && result.heldBy === null).length;
  return done === 0 ? null : `${counted(done, "order")} ${DONE[act]}`;
}

/** Orders for which it came out otherwise for the same reason. */
export interface LeftBehind {
  why: string;
  /** Their names; an order that is not there has none. */
  names: string[];
  count: number;
}

/** Why it came out otherwise, with the orders that it befell, in the order in which they came. */
export function otherwise(results: readonly BulkResult[]): LeftBehind[] {
  const reasons = new Map<string, BulkResult[]>();
  for (const result of results) {
    const why = whyNot(result);
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), result]);
  }
  return [...reasons].map(([why, left]) => ({
    why,
    names: left.flatMap(({ name }) => name ?? []),
    count: left.length,
  }));
}

/** Why it did not go on; null where it did. */
export function whyNot({ whyNot, heldBy }: Pick<BulkResult, "whyNot" | "heldBy">): string | null {
  if (whyNot) return WHY_NOT[whyNot];
  return heldBy && `Still held back: ${ATTENTION_LABELS[heldBy]}`;
}
