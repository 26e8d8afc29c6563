import { withoutReprints } from "../core/reprints.ts";
import { SENT_STATES, type SubmissionState } from "../core/states.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
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
interface LineQuantities {
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

/** The parts of an order line. */
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
