/** An item as the service's list shows it. */
export interface StrayItem {
  itemSku: string;
  quantity: number;
  artworkHash: string;
}

/** A line of the order that goes to print. */
export interface PrintLine {
  orderLineId: string;
  itemSku: string;
  ordered: number;
  /** Ordered, less what is known as sent. Never negative. */
  open: number;
}

export interface MatchedShare {
  orderLineId: string;
  itemSku: string;
  quantity: number;
  artworkHash: string | null;
}

export interface Match {
  shares: MatchedShare[];
  /** Every item has its place among what is still open. Otherwise the shares are what it may be, and a person is asked. */
  sure: boolean;
}

const key = (sku: string): string => sku.trim().toLowerCase();

/**
 * Which lines of its order an order at the service stands for. Where its items do not fit into what is still open, all of the
 * lines with these SKUs count as sent: rather a question too many than a shirt.
 */
export function matchItems(items: readonly StrayItem[], lines: readonly PrintLine[]): Match {
  const wanted = new Map<string, number>();
  for (const { itemSku, quantity } of items) wanted.set(key(itemSku), (wanted.get(key(itemSku)) ?? 0) + quantity);
  const share = (line: PrintLine, quantity: number): MatchedShare => ({
    orderLineId: line.orderLineId,
    itemSku: line.itemSku,
    quantity,
    artworkHash: artworkOf(line, items, lines),
  });
  const shares: MatchedShare[] = [];
  let sure = items.length > 0;
  for (const [sku, sum] of wanted) {
    let left = sum;
    for (const line of lines.filter((one) => key(one.itemSku) === sku)) {
      const quantity = Math.min(left, line.open);
      left -= quantity;
      if (quantity > 0) shares.push(share(line, quantity));
    }
    // The service shows what is not fulfilled yet: an item with nothing left was sent with more.
    if (left > 0 || sum <= 0) sure = false;
  }
  if (sure) return { shares, sure };
  const named = lines.filter((line) => wanted.has(key(line.itemSku)));
  const open = named.filter((line) => line.open > 0);
  const all = open.length > 0 ? open : named.filter((line) => line.ordered > 0);
  return { shares: all.map((line) => share(line, line.open > 0 ? line.open : line.ordered)), sure };
}

/** Known where there is no choice: one line of that SKU, and one item. */
function artworkOf(line: PrintLine, items: readonly StrayItem[], lines: readonly PrintLine[]): string | null {
  const mine = items.filter((item) => key(item.itemSku) === key(line.itemSku));
  const alike = lines.filter((one) => key(one.itemSku) === key(line.itemSku));
  return mine.length === 1 && alike.length === 1 ? (mine[0]?.artworkHash ?? null) : null;
}
