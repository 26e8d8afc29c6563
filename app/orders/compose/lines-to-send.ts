import type { DecidedLine } from "./decide-lines.ts";
import type { CurrentChange, CurrentChanges } from "./current-changes.ts";
import { neededQuantity, sentQuantity, type PartsOf } from "./line-quantities.ts";
import { mappingWith } from "./changed-values.ts";

/** A line of the submission that is being built. */
export interface LineToSend extends DecidedLine {
  quantity: number;
  /** The mapping of the variant; `mapping` has a SKU that staff changed. */
  given: DecidedLine["mapping"];
  /** What staff changed of the line. */
  change: CurrentChange | undefined;
  /** So much of it is still to be sent only because as much counts as returned; 0 where staff chose the quantity. */
  owedByReturns: number;
}

/** A line with what staff changed of it. */
export function lineToSend(line: DecidedLine, changes: CurrentChanges, quantity: number): LineToSend {
  const change = changes.ofLine(line.row.id);
  const mapping = mappingWith(line.mapping, change?.values);
  return { ...line, mapping, given: line.mapping, change, quantity, owedByReturns: 0 };
}

interface Quantities {
  /** Also what Shopify shows as fulfilled counts as open. */
  printFulfilled: boolean;
  partsOf: PartsOf;
  changes: CurrentChanges;
}

/** The printable lines of which something is still to be sent, each with what staff changed of it. */
export function findLinesToSend(lines: readonly DecidedLine[], quantities: Quantities): LineToSend[] {
  const { changes } = quantities;
  return lines
    .filter((line) => line.row.eligibility === "printable")
    .map((line) => {
      const change = changes.ofLine(line.row.id);
      const quantity = quantityToSend(line, change, quantities);
      const found = lineToSend(line, changes, quantity);
      if (line.row.returned === 0) return found;
      const withoutReturns = { ...line, row: { ...line.row, returned: 0 } };
      return { ...found, owedByReturns: Math.max(0, quantity - quantityToSend(withoutReturns, change, quantities)) };
    })
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
