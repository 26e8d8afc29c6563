import { Decimal } from "decimal.js";
import type { Line, Order } from "./model.ts";

/** Two decimals (none for JPY, KRW, VND), as in webhooks. */
export function amount(value: Decimal | string, currency: string): string {
  return new Decimal(value).toFixed(["JPY", "KRW", "VND", "CLP"].includes(currency) ? 0 : 2);
}

/** The GraphQL scalar Decimal: `18.0`, `10.95`. */
export function graphAmount(value: Decimal | string): string {
  const short = new Decimal(value).toDecimalPlaces(2);
  return short.isInteger() ? short.toFixed(1) : short.toString();
}

export const presented = (order: Order, value: Decimal | string): Decimal =>
  new Decimal(value).mul(order.presentmentRate);

/** What the customer pays for one unit. */
export function unitAfterDiscounts(line: Line): Decimal {
  if (line.quantity === 0) return new Decimal(line.price);
  return new Decimal(line.price).minus(new Decimal(line.totalDiscount).div(line.quantity));
}

/** The tax in a price. */
export function taxIn({ includedTax }: Order, price: Decimal | string): Decimal {
  return new Decimal(price).minus(new Decimal(price).div(new Decimal(includedTax).plus(1)));
}

const sum = (values: Decimal[]) => values.reduce((total, each) => total.plus(each), new Decimal(0));

/** The order's sums: those that came with it, else computed. The stand-in knows no taxes but included ones. */
export function totals(order: Order) {
  const given = order.givenTotals;
  const lines = sum(order.lines.map((line) => new Decimal(line.price).mul(line.quantity)));
  const discounts = sum(order.lines.map((line) => new Decimal(line.totalDiscount)));
  const shipping = given
    ? new Decimal(given.shipping)
    : sum(order.shippingLines.map((line) => new Decimal(line.discountedPrice)));
  const subtotal = given ? new Decimal(given.subtotal) : lines.minus(discounts);
  const current = given
    ? new Decimal(given.currentSubtotal)
    : sum(order.lines.map((line) => unitAfterDiscounts(line).mul(line.currentQuantity)));
  return {
    lines,
    discounts,
    shipping,
    subtotal,
    currentSubtotal: current,
    total: given ? new Decimal(given.total) : subtotal.plus(shipping),
    currentTotal: given ? new Decimal(given.currentTotal) : current.plus(shipping),
  };
}
