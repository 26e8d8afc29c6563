import { withoutReprints } from "../core/reprints.ts";
import { SENT_STATES, type SubmissionState } from "../core/states.ts";
import type { DecidedLine } from "./apply-lines.ts";
import type { LineToSend, SubmissionWithLines } from "./open-submission.ts";
import type { OrderLineId } from "../../ports/ids.ts";

/** A submission's share of an order line. */
export interface LinePart {
  quantity: number;
  fulfilled: number;
  state: SubmissionState;
  /** False for replaced submissions. */
  counts: boolean;
}

/** Sent to print, over all submissions that count. */
export function sentQuantity(parts: readonly LinePart[]): number {
  return parts.filter((p) => p.counts && SENT_STATES.includes(p.state)).reduce((sum, p) => sum + p.quantity, 0);
}

/**
 * How many of a line are still to be sent: never more than ordered less sent, and never more than Shopify
 * still wants fulfilled less what is sent and on its way. Never negative.
 */
export function neededQuantity(line: { quantity: number; remaining: number }, parts: readonly LinePart[]): number {
  const sent = sentQuantity(parts);
  const fulfilled = parts.filter((p) => p.counts).reduce((sum, p) => sum + p.fulfilled, 0);
  const onTheWay = Math.max(0, sent - fulfilled);
  return Math.max(0, Math.min(line.quantity - sent, line.remaining - onTheWay));
}

export type PartsOf = (orderLineId: OrderLineId) => LinePart[];

/** The parts of each order line. Reprints have none: what the customer ordered is printed whether or not they are. */
export function partsByLine(submissions: readonly SubmissionWithLines[]): PartsOf {
  const parts = Map.groupBy(
    withoutReprints(submissions).flatMap(({ lines, state, replacedAt }) =>
      lines.map((line) => ({ ...line, state, counts: replacedAt === null })),
    ),
    (part) => part.orderLineId,
  );
  return (orderLineId) => parts.get(orderLineId) ?? [];
}

/** The printable lines of which something is still to be sent. `printFulfilled`: also what Shopify shows as fulfilled. */
export function findLinesToSend(
  lines: readonly DecidedLine[],
  partsOf: PartsOf,
  { printFulfilled }: { printFulfilled: boolean },
): LineToSend[] {
  return lines
    .filter((line) => line.row.eligibility === "printable")
    .map((line) => {
      const { quantity, remaining } = line.snapshot;
      const open = { quantity, remaining: printFulfilled ? quantity : remaining };
      return { ...line, quantity: neededQuantity(open, partsOf(line.row.id)) };
    })
    .filter((line) => line.quantity > 0);
}
