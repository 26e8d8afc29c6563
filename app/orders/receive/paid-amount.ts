import { Decimal } from "decimal.js";
import type { LineSnapshot } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";

type PricedLine = Pick<LineSnapshot, "gid" | "quantity" | "unitPrice">;

/**
 * What the customer paid for the printable lines, after all discounts: a decimal string in the order's currency; null where a
 * price is unknown.
 */
export function paidForPrintable(
  lines: readonly PricedLine[],
  isPrintable: (gid: Gid<"LineItem">) => boolean,
): string | null {
  let sum = new Decimal(0);
  for (const { gid, quantity, unitPrice } of lines) {
    if (quantity === 0 || !isPrintable(gid)) continue;
    if (unitPrice === null) return null;
    sum = sum.plus(new Decimal(unitPrice).times(quantity));
  }
  // Shopify rounds the unit prices of a discount that does not divide evenly.
  return sum.toDecimalPlaces(3).toFixed();
}

/** What the customer paid for pieces of the order's lines, likewise. */
export function paidForItems(
  lines: readonly PricedLine[],
  items: readonly Pick<PricedLine, "gid" | "quantity">[],
): string | null {
  const pieces = (gid: Gid<"LineItem">) =>
    items.reduce((sum, item) => (item.gid === gid ? sum + item.quantity : sum), 0);
  return paidForPrintable(
    lines.map((line) => ({ ...line, quantity: pieces(line.gid) })),
    () => true,
  );
}
