import { Decimal } from "decimal.js";
import type { Quote } from "../ports/print-service.ts";
import type { Doubt, Price, PriceLine } from "./model.ts";

/** Half a cent may be lost by rounding at either end of a comparison. */
const CENT = new Decimal("0.01");

/** The price that a quote of the print service says, its lines in the order of `items`. */
export function priceOf(
  quote: Quote,
  items: readonly { itemSku: string; quantity: number }[],
  from: { currency: string; askedAt: Date },
): Price {
  const lines = inOrderAsked(quote.lines.map(lineOf), items);
  return {
    currency: from.currency,
    lines,
    goods: sum(lines.map((line) => line.goods)),
    shipping: sum(lines.map((line) => line.shippingFee)),
    tax: sum(lines.map((line) => line.taxFee)),
    total: quote.totalPrice,
    askedAt: from.askedAt.toISOString(),
    doubts: doubtsOf(quote.totalPrice, lines),
  };
}

/** What the lines' totals come to. */
export function linesTotal(lines: readonly PriceLine[]): string {
  return sum(lines.map((line) => line.total));
}

/** Whether a line's total is neither base cost × quantity + shipping, nor that with its tax (service-interface 2.10). */
export function lineDiffers(line: PriceLine): boolean {
  const plain = new Decimal(line.goods).plus(line.shippingFee);
  return differ(plain, line.total, CENT) && differ(plain.plus(line.taxFee), line.total, CENT);
}

// n line totals and the total, each rounded to the cent, are off by at most (n + 1) / 2 cents, which n cents cover.
function doubtsOf(total: string, lines: readonly PriceLine[]): Doubt[] {
  const doubts: Doubt[] = [];
  if (differ(new Decimal(linesTotal(lines)), total, CENT.times(lines.length))) doubts.push("total_differs");
  if (lines.some(lineDiffers)) doubts.push("line_differs");
  return doubts;
}

function differ(one: Decimal, other: string, tolerance: Decimal): boolean {
  return one.minus(other).abs().greaterThan(tolerance);
}

function lineOf(line: Quote["lines"][number]): PriceLine {
  return {
    itemSku: line.itemSku,
    quantity: line.quantity,
    baseCost: line.baseCost,
    goods: new Decimal(line.baseCost).times(line.quantity).toFixed(),
    shippingFee: line.shippingFee,
    taxFee: line.taxFee,
    total: line.totalPrice,
  };
}

/** The service may answer in another order, and may answer several lines of one SKU in one. */
function inOrderAsked(lines: PriceLine[], items: readonly { itemSku: string; quantity: number }[]): PriceLine[] {
  const left = [...lines];
  const asked = items.flatMap(({ itemSku, quantity }) => {
    const same = left.findIndex((line) => line.itemSku === itemSku && line.quantity === quantity);
    const at = same >= 0 ? same : left.findIndex((line) => line.itemSku === itemSku);
    return at >= 0 ? left.splice(at, 1) : [];
  });
  return [...asked, ...left];
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed();
}
