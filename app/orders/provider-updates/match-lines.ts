import { foldName } from "../../common/clean-text.ts";
import { bareSku, prefixOf } from "../../print-catalog/bare-sku.ts";
import type { SubmissionLineId } from "../../ports/ids.ts";

/** A line as it was sent. */
export interface SentLine {
  id: SubmissionLineId;
  itemSku: string;
  artworkHash: string | null;
}

/** Whether two spellings differ in capitals and blanks only. */
export const sameSku = (a: string, b: string): boolean => foldName(a) === foldName(b);

/**
 * The SKUs, of those that were sent, that a spelling of the service may mean: the same one, else those that agree without prefix
 * and tail. The service renames SKUs, and an event may name another spelling than the one that was sent.
 */
export function skusMeant(sent: readonly string[], spelling: string): string[] {
  const same = sent.find((sku) => sameSku(sku, spelling));
  if (same !== undefined) return [same];
  const alike = sent.filter((sku) => isRenamed(sku, spelling));
  return alike.filter((sku, at) => at === alike.findIndex((other) => sameSku(sku, other)));
}

/** The one SKU, of those that were sent, that a spelling can mean; the spelling itself where none or several are possible. */
export function skuMeant(sent: readonly string[], spelling: string): string {
  const [meant = spelling, another] = skusMeant(sent, spelling);
  return another === undefined ? meant : spelling;
}

/** The prefix may have another number, or be missing on one side. */
function isRenamed(a: string, b: string): boolean {
  const [prefixOfA, prefixOfB] = [prefixOf(a), prefixOf(b)];
  if (isBeginning(a, b)) return true;
  if (prefixOfA !== null && prefixOfA === prefixOfB) return isBeginning(bareSku(a), bareSku(b));
  return (prefixOfA !== null && isBeginning(bareSku(a), b)) || (prefixOfB !== null && isBeginning(a, bareSku(b)));
}

/** Whether one is the other, or the other with a tail. */
function isBeginning(a: string, b: string): boolean {
  const [short, long] = [foldName(a).split("-"), foldName(b).split("-")].toSorted(
    (one, other) => one.length - other.length,
  );
  return short !== undefined && long !== undefined && short.every((part, at) => part === long[at]);
}

/**
 * The lines that an item of the service may mean. It names a SKU, not a line: all lines of that SKU, unless the artwork
 * (in list and detail) tells them apart. `isClear`: its spelling can mean one SKU only.
 */
export function matchLines<T extends SentLine>(
  lines: readonly T[],
  item: { itemSku: string; artworkHash?: string },
): { lines: T[]; isClear: boolean } {
  const meant = skusMeant(
    lines.map(({ itemSku }) => itemSku),
    item.itemSku,
  );
  const bySku = lines.filter((line) => meant.some((sku) => sameSku(sku, line.itemSku)));
  const byArtwork = bySku.filter((line) => item.artworkHash !== undefined && line.artworkHash === item.artworkHash);
  const matched = byArtwork.length > 0 ? byArtwork : bySku;
  return { lines: matched, isClear: new Set(matched.map(({ itemSku }) => foldName(itemSku))).size <= 1 };
}

interface Quantity {
  itemSku: string;
  quantity: number;
}

/**
 * SKUs whose total quantity differs from what was sent, also SKUs that were never sent. An answer may join or split
 * lines of one SKU. `isPart`: nothing was seen that was not sent, only less of it.
 */
export function differingSkus(
  sent: readonly Quantity[],
  seen: readonly Quantity[],
): { skus: string[]; isPart: boolean } {
  const balance = new Map<string, { sku: string; sum: number }>();
  const skus = sent.map(({ itemSku }) => itemSku);
  const add = (sku: string, quantity: number): void => {
    const key = foldName(sku);
    balance.set(key, { sku: balance.get(key)?.sku ?? sku.trim(), sum: (balance.get(key)?.sum ?? 0) + quantity });
  };
  for (const item of sent) add(item.itemSku, item.quantity);
  for (const { itemSku, quantity } of seen) add(skuMeant(skus, itemSku), -quantity);
  const differing = [...balance.values()].filter((entry) => entry.sum !== 0);
  return {
    skus: differing.map((entry) => entry.sku),
    isPart: differing.length > 0 && differing.every(({ sum }) => sum > 0),
  };
}
