import { withoutReprints } from "../core/reprints.ts";
import { SENT_STATES, type SubmissionState } from "../core/states.ts";
import type { DecidedLine } from "./apply-lines.ts";
import type { CurrentChange, CurrentChanges } from "./current-changes.ts";
import { lineToSend, type LineToSend, type SubmissionWithLines } from "./open-submission.ts";
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
  return Math.max(0, Math.min(line.quantity - sentQuantity(parts), line.remaining - onTheWay(parts)));
}

/**
 * How many of a line are under way although the order no longer has them. A returned piece leaves the order, too, but not what
 * remains to be fulfilled; one that somebody fulfilled by hand leaves what remains, and not the order. Never negative.
 */
export function excessQuantity(line: { quantity: number; remaining: number }, parts: readonly LinePart[]): number {
  return Math.max(0, Math.min(sentQuantity(parts) - line.quantity, onTheWay(parts) - line.remaining));
}

/** Sent to print, and not fulfilled by Inkbridge yet. */
function onTheWay(parts: readonly LinePart[]): number {
  const fulfilled = parts.filter((p) => p.counts).reduce((sum, p) => sum + p.fulfilled, 0);
  return Math.max(0, sentQuantity(parts) - fulfilled);
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

interface Quantities {
  /** Also what Shopify shows as fulfilled counts as open. */
  printFulfilled: boolean;
  partsOf: PartsOf;
  changes: CurrentChanges;
}

/** The printable lines of which something is still to be sent, each with what staff changed of it. */
export function findLinesToSend(lines: readonly DecidedLine[], facts: Quantities): LineToSend[] {
  return lines
    .filter((line) => line.row.eligibility === "printable")
    .map((line) => lineToSend(line, facts.changes, quantityToSend(line, facts.changes.ofLine(line.row.id), facts)))
    .filter((line) => line.quantity > 0);
}

/**
 * What staff withholds is never printed, however often the order is read. Where Shopify shows another quantity than staff has
 * seen, at least one piece stays to be sent until all that staff wanted were: the line is held for a decision, not dropped.
 */
function quantityToSend(
  { row, snapshot }: DecidedLine,
  change: CurrentChange | undefined,
  { printFulfilled, partsOf }: Omit<Quantities, "changes">,
): number {
  const { quantity, remaining } = snapshot;
  const needed = neededQuantity({ quantity, remaining: printFulfilled ? quantity : remaining }, partsOf(row.id));
  if (!change || change.row.withheld === 0 || needed === 0) return needed;
  const wanted = change.values.quantity ?? 0;
  const sentSince = sentQuantity(partsOf(row.id)) - change.sentBefore;
  const dropped = needed <= change.row.withheld && sentSince < wanted;
  return dropped ? 1 : Math.max(0, needed - change.row.withheld);
}
