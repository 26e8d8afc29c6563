import type { DecidedLine } from "../compose/decide-lines.ts";
import type { PrintLine } from "./match-orphan-items.ts";
import { partsByLine, sentQuantity } from "../compose/line-quantities.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

/** The lines that go to print, with what the other submissions leave open of them. */
export function printLines(
  lines: readonly DecidedLine[],
  otherSubmissions: readonly SubmissionWithLines[],
): PrintLine[] {
  const partsOf = partsByLine(otherSubmissions);
  return lines.flatMap(({ row, snapshot, mapping }) => {
    if (row.eligibility !== "printable" || !mapping) return [];
    const openQuantity = Math.max(0, snapshot.quantity + row.returned - sentQuantity(partsOf(row.id)));
    return [{ orderLineId: row.id, itemSku: mapping.itemSku, ordered: snapshot.quantity, openQuantity }];
  });
}

/** What a reprint may contain: the lines that staff chose, or any line of the order where that is not known. */
export function reprintLines(lines: readonly DecidedLine[], { lines: chosen }: SubmissionWithLines): PrintLine[] {
  return lines.flatMap(({ row, snapshot, mapping }) => {
    const part = chosen.find(({ orderLineId }) => orderLineId === row.id);
    if (!mapping || (chosen.length > 0 && !part)) return [];
    const quantity = part?.quantity ?? snapshot.quantity;
    return [{ orderLineId: row.id, itemSku: mapping.itemSku, ordered: quantity, openQuantity: quantity }];
  });
}

/** Any line of the order, less what the reprint is known to have of it. */
export function openReprintLines(lines: readonly DecidedLine[], reprint: SubmissionWithLines): PrintLine[] {
  return reprintLines(lines, { ...reprint, lines: [] }).map((line) => {
    const known = reprint.lines.find(({ orderLineId }) => orderLineId === line.orderLineId);
    return { ...line, openQuantity: Math.max(0, line.openQuantity - (known?.quantity ?? 0)) };
  });
}
