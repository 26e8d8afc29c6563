import type { BulkAction, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { pluralize } from "../common/format.ts";

const DONE_LABELS: Readonly<Record<BulkAction, string>> = {
  approve: "approved",
  hold: "put on hold",
  send_now: "on the way to the print service",
  refresh: "being asked about at Shopify and at the print service",
};

const NOT_DONE_MESSAGES = {
  not_found: "Not in this shop any more",
  nothing_to_send: "Nothing to send",
  already_sent: "Sent to the print service already",
  invalid_state: "Refused by the print service: mend what it names, then send again",
} as const;

/** `3 orders approved`; null when there are none. */
export function doneMessage(action: BulkAction, results: readonly BulkResult[]): string | null {
  const done = results.filter((result) => result.skipReason === null && result.heldBy === null).length;
  return done === 0 ? null : `${pluralize(done, "order")} ${DONE_LABELS[action]}`;
}

/** Orders for which it came out otherwise for the same reason. */
export interface BulkFailure {
  reason: string;
  /** Their names; an order that is not there has none. */
  names: string[];
  count: number;
}

/** Why it came out otherwise, with the orders that it befell, in the order in which they came. */
export function bulkFailures(results: readonly BulkResult[]): BulkFailure[] {
  const byReason = new Map<string, BulkResult[]>();
  for (const result of results) {
    const reason = skipReason(result);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  return [...byReason].map(([reason, skipped]) => ({
    reason,
    names: skipped.flatMap(({ name }) => name ?? []),
    count: skipped.length,
  }));
}

/** Why it did not go on; null where it did. */
export function skipReason({ skipReason, heldBy }: Pick<BulkResult, "skipReason" | "heldBy">): string | null {
  if (skipReason) return NOT_DONE_MESSAGES[skipReason];
  return heldBy && `Still held back: ${ATTENTION[heldBy].label}`;
}
