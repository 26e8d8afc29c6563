import type { DecidedLine } from "./apply-lines.ts";
import { neededQuantity, type LinePart } from "./needed-quantity.ts";
import type { SubmissionWithLines, LineToSend } from "./open-submission.ts";

/** What became of each line of an order, over its submissions. */
export function partsByLine(submissions: readonly SubmissionWithLines[]): (orderLineId: string) => LinePart[] {
  const parts = new Map<string, LinePart[]>();
  for (const s of submissions) {
    const counts = s.replacedAt === null;
    for (const l of s.lines) {
      const part = { quantity: l.quantity, fulfilled: l.fulfilled, state: s.state, counts };
      parts.set(l.orderLineId, [...(parts.get(l.orderLineId) ?? []), part]);
    }
  }
  return (orderLineId) => parts.get(orderLineId) ?? [];
}

/** The lines of ours of which something is still to be sent. */
export function findLinesToSend(lines: readonly DecidedLine[], partsOf: (id: string) => LinePart[]): LineToSend[] {
  return lines
    .filter((line) => line.row.eligibility === "printable")
    .map((line) => ({ ...line, quantity: neededQuantity(line.snapshot, partsOf(line.row.id)) }))
    .filter((line) => line.quantity > 0);
}
