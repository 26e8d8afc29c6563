import { SENT_STATES, type SubmissionState } from "../core/states.ts";

export interface LinePart {
  quantity: number;
  fulfilled: number;
  state: SubmissionState;
  /** Replaced submissions no longer count. */
  counts: boolean;
}

/** Sent to print over all submissions that count. */
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
