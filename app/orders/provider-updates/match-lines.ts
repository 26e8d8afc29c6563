import type { SubmissionLineId } from "../../ports/ids.ts";

/** A line as it was sent. */
export interface SentLine {
  id: SubmissionLineId;
  itemSku: string;
  artworkHash: string | null;
}

/** Whether two spellings name one SKU. */
export const sameSku = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * The lines that an item of the service may mean. It names a SKU, not a line: all lines of that SKU, unless the artwork
 * (in list and detail) tells them apart.
 */
export function matchLines<T extends SentLine>(
  lines: readonly T[],
  item: { itemSku: string; artworkHash?: string },
): T[] {
  const bySku = lines.filter((line) => sameSku(line.itemSku, item.itemSku));
  const byArtwork = bySku.filter((line) => item.artworkHash !== undefined && line.artworkHash === item.artworkHash);
  return byArtwork.length > 0 ? byArtwork : bySku;
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
  const add = (sku: string, quantity: number): void => {
    const key = sku.trim().toLowerCase();
    balance.set(key, { sku: balance.get(key)?.sku ?? sku.trim(), sum: (balance.get(key)?.sum ?? 0) + quantity });
  };
  for (const item of sent) add(item.itemSku, item.quantity);
  for (const item of seen) add(item.itemSku, -item.quantity);
  const differing = [...balance.values()].filter((entry) => entry.sum !== 0);
  return {
    skus: differing.map((entry) => entry.sku),
    isPart: differing.length > 0 && differing.every(({ sum }) => sum > 0),
  };
}
