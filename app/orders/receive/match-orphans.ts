import { foldName } from "../../common/clean-text.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import { partsByLine, sentQuantity } from "../compose/line-quantities.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
import { sameSku } from "../provider-updates/match-lines.ts";
import type { OrderLineId } from "../../ports/ids.ts";

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

/** An item as the service's list shows it. */
export interface OrphanItem {
  itemSku: string;
  quantity: number;
  artworkHash: string;
}

/** A line of the order that goes to print. */
export interface PrintLine {
  orderLineId: OrderLineId;
  itemSku: string;
  ordered: number;
  /** Ordered, less what is known as sent. Never negative. */
  openQuantity: number;
}

interface MatchedLine {
  orderLineId: OrderLineId;
  itemSku: string;
  quantity: number;
  artworkHash: string | null;
}

export interface OrphanMatch {
  matchedLines: MatchedLine[];
  /** Every item fits into what is still open. Otherwise the lines are a guess, and staff is asked. */
  conclusive: boolean;
}

/**
 * Which lines of its order an orphan stands for. Where its items do not fit into what is still open, all lines with these SKUs
 * count as sent: an unneeded question is better than a second shirt.
 */
export function matchOrphanItems(items: readonly OrphanItem[], lines: readonly PrintLine[]): OrphanMatch {
  const quantityBySku = new Map<string, number>();
  for (const { itemSku, quantity } of items)
    quantityBySku.set(foldName(itemSku), (quantityBySku.get(foldName(itemSku)) ?? 0) + quantity);
  const matchLine = (line: PrintLine, quantity: number): MatchedLine => ({
    orderLineId: line.orderLineId,
    itemSku: line.itemSku,
    quantity,
    artworkHash: artworkHashOf(line, items, lines),
  });
  const matchedLines: MatchedLine[] = [];
  let conclusive = items.length > 0;
  for (const [sku, quantityOfSku] of quantityBySku) {
    let unplaced = quantityOfSku;
    for (const line of lines.filter((one) => foldName(one.itemSku) === sku)) {
      const quantity = Math.min(unplaced, line.openQuantity);
      unplaced -= quantity;
      if (quantity > 0) matchedLines.push(matchLine(line, quantity));
    }
    // The service shows what is not fulfilled yet: an item with quantity 0 was sent with more.
    if (unplaced > 0 || quantityOfSku <= 0) conclusive = false;
  }
  if (conclusive) return { matchedLines, conclusive };
  const linesWithSku = lines.filter((line) => quantityBySku.has(foldName(line.itemSku)));
  const openLines = linesWithSku.filter((line) => line.openQuantity > 0);
  const candidates = openLines.length > 0 ? openLines : linesWithSku.filter((line) => line.ordered > 0);
  return {
    matchedLines: candidates.map((line) => matchLine(line, line.openQuantity > 0 ? line.openQuantity : line.ordered)),
    conclusive,
  };
}

/** Known where only one line and one item have the SKU. */
function artworkHashOf(line: PrintLine, items: readonly OrphanItem[], lines: readonly PrintLine[]): string | null {
  const itemsOfSku = items.filter((item) => sameSku(item.itemSku, line.itemSku));
  const linesOfSku = lines.filter((one) => sameSku(one.itemSku, line.itemSku));
  return itemsOfSku.length === 1 && linesOfSku.length === 1 ? (itemsOfSku[0]?.artworkHash ?? null) : null;
}
