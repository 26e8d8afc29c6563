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

/** An order line, as Shopify and Inkbridge count it. */
export interface LineQuantities {
  /** Ordered, less what was removed, refunded or returned. */
  quantity: number;
  /** Still to be fulfilled. */
  remaining: number;
  /** Sent, fulfilled, and returned since. */
  returned: number;
}

/**
 * How many of a line are still to be sent: never more than ordered, with what came back, less sent, and never more than Shopify
 * still wants fulfilled less what is sent and on its way. Never negative.
 */
export function neededQuantity(line: LineQuantities, parts: readonly LinePart[]): number {
  return Math.max(0, Math.min(line.quantity + line.returned - sentQuantity(parts), line.remaining - onTheWay(parts)));
}

/**
 * How many of a line were sent, fulfilled, and returned, by now. shopify: a returned piece leaves the quantity, and not what remains to
 * be fulfilled; a removed one leaves both, and a canceled fulfillment adds to what remains. Pieces that somebody fulfilled
 * by hand are taken to come back first: what is not counted here is never printed again.
 */
export function returnedQuantity(
  before: LineQuantities,
  now: Omit<LineQuantities, "returned">,
  parts: readonly LinePart[],
): number {
  if (now.remaining > before.remaining) return before.returned;
  const left = before.quantity - now.quantity - (before.remaining - now.remaining);
  const fulfilled = fulfilledQuantity(parts);
  const byHand = Math.max(0, before.quantity - before.remaining - (fulfilled - before.returned));
  return Math.max(before.returned, Math.min(fulfilled, before.returned + left - byHand));
}

const fulfilledQuantity = (parts: readonly LinePart[]): number =>
  parts.filter((p) => p.counts).reduce((sum, p) => sum + p.fulfilled, 0);

/**
 * How many of a line are under way although the order no longer has them. A returned piece leaves the order, too, but not what
 * remains to be fulfilled; one that somebody fulfilled by hand leaves what remains, and not the order. Never negative.
 */
export function excessQuantity(line: Omit<LineQuantities, "returned">, parts: readonly LinePart[]): number {
  return Math.max(0, Math.min(sentQuantity(parts) - line.quantity, onTheWay(parts) - line.remaining));
}

/** Sent to print, and not fulfilled by Inkbridge yet. */
function onTheWay(parts: readonly LinePart[]): number {
  return Math.max(0, sentQuantity(parts) - fulfilledQuantity(parts));
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
  const open = { quantity, remaining: printFulfilled ? quantity : remaining, returned: row.returned };
  const needed = neededQuantity(open, partsOf(row.id));
  if (!change || change.row.withheld === 0 || needed === 0) return needed;
  const wanted = change.values.quantity ?? 0;
  const sentSince = sentQuantity(partsOf(row.id)) - change.sentBefore;
  const dropped = needed <= change.row.withheld && sentSince < wanted;
  return dropped ? 1 : Math.max(0, needed - change.row.withheld);
}
