import { Decimal } from "decimal.js";
import type { Quote } from "../ports/print-service.ts";
import type { PriceDiscrepancy, Price, PriceLine } from "./model.ts";

/** Half a cent may be lost by rounding at either end of a comparison. */
const CENT = new Decimal("0.01");

/** The price of a quote, its lines in the order of `items`. */
export function priceOf(
  quote: Quote,
  items: readonly { itemSku: string; quantity: number }[],
  from: { currency: string; askedAt: Date },
): Price {
  const lines = inRequestedOrder(quote.lines.map(lineOf), items);
  return {
    currency: from.currency,
    lines,
    goods: sum(lines.map((line) => line.goods)),
    shipping: sum(lines.map((line) => line.shippingFee)),
    tax: sum(lines.map((line) => line.taxFee)),
    total: quote.totalPrice,
    askedAt: from.askedAt.toISOString(),
    discrepancies: findDiscrepancies(quote.totalPrice, lines),
  };
}

/** The sum of the lines' totals. */
export function linesTotal(lines: readonly PriceLine[]): string {
  return sum(lines.map((line) => line.total));
}

/** Whether a line's total is neither base cost × quantity + shipping, nor that with its tax (print-service: testPrice). */
export function isInconsistentLine(line: PriceLine): boolean {
  const plain = new Decimal(line.goods).plus(line.shippingFee);
  return differsBeyond(plain, line.total, CENT) && differsBeyond(plain.plus(line.taxFee), line.total, CENT);
}

// n line totals and the total, each rounded to the cent, are off by at most (n + 1) / 2 cents, which n cents cover.
function findDiscrepancies(total: string, lines: readonly PriceLine[]): PriceDiscrepancy[] {
  const discrepancies: PriceDiscrepancy[] = [];
  if (differsBeyond(new Decimal(linesTotal(lines)), total, CENT.times(lines.length)))
    discrepancies.push("total_differs");
  if (lines.some(isInconsistentLine)) discrepancies.push("line_differs");
  return discrepancies;
}

function differsBeyond(one: Decimal, other: string, tolerance: Decimal): boolean {
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
function inRequestedOrder(lines: PriceLine[], items: readonly { itemSku: string; quantity: number }[]): PriceLine[] {
  const unmatched = [...lines];
  const matched = items.flatMap(({ itemSku, quantity }) => {
    const exact = unmatched.findIndex((line) => line.itemSku === itemSku && line.quantity === quantity);
    const at = exact >= 0 ? exact : unmatched.findIndex((line) => line.itemSku === itemSku);
    return at >= 0 ? unmatched.splice(at, 1) : [];
  });
  return [...matched, ...unmatched];
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed();
}
