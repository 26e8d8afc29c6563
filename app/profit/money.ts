import { Decimal } from "decimal.js";
import type { ExchangeRate } from "../settings/settings.ts";

/** Amounts are decimal strings with as many places as their currency has. What is unknown is null, and never 0. */

const places = new Map<string, number>();

/** How many places an amount of the currency has: JPY 0, USD 2, KWD 3. */
export function minorDigits(currency: string): number {
  const known = places.get(currency);
  if (known !== undefined) return known;
  // shopify: CurrencyCode has codes of four letters, which Intl refuses.
  const digits = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2;
  places.set(currency, digits);
  return digits;
}

/** Rounded to the currency's smallest unit, half away from zero. */
export const toMinor = (amount: Decimal.Value, currency: string): Decimal =>
  new Decimal(amount).toDecimalPlaces(minorDigits(currency), Decimal.ROUND_HALF_UP);

export const amountText = (amount: Decimal.Value, currency: string): string =>
  toMinor(amount, currency).toFixed(minorDigits(currency));

export const sumOf = (amounts: readonly Decimal.Value[]): Decimal =>
  amounts.reduce<Decimal>((sum, one) => sum.plus(one), new Decimal(0));

/**
 * Splits an amount by weights, in whole units of the currency, so that the parts add up to the amount: each part is rounded down, and
 * what remains goes to the largest remainders, the first of equal ones. Without a positive weight, all parts weigh the same.
 */
export function spread(amount: Decimal.Value, weights: readonly Decimal.Value[], currency: string): Decimal[] {
  if (weights.length === 0) return [];
  const unit = new Decimal(10).pow(-minorDigits(currency));
  const whole = toMinor(amount, currency).dividedBy(unit);
  const positive = weights.map((weight) => Decimal.max(weight, 0));
  const total = sumOf(positive);
  const shares = total.isZero() ? positive.map(() => new Decimal(1).dividedBy(positive.length)) : null;
  const sign = whole.isNegative() ? -1 : 1;
  const size = whole.abs();
  const exact = positive.map((weight, at) =>
    shares ? size.times(shares[at] ?? 0) : size.times(weight).dividedBy(total),
  );
  const parts = exact.map((part) => part.floor());
  const left = size.minus(sumOf(parts)).toNumber();
  const byRemainder = exact
    .map((part, at) => ({ at, remainder: part.minus(part.floor()) }))
    .toSorted((one, other) => other.remainder.comparedTo(one.remainder) || one.at - other.at)
    .slice(0, left);
  for (const { at } of byRemainder) parts[at] = parts[at]?.plus(1) ?? new Decimal(1);
  return parts.map((part) => part.times(sign).times(unit));
}

/**
 * An amount in another currency, not rounded, by the table's newest rate of that day, in either direction; null where the table has
 * none.
 */
export function convert(
  amount: Decimal.Value,
  { from, to, day, rates }: { from: string; to: string; day: string; rates: readonly ExchangeRate[] },
): Decimal | null {
  if (from === to) return new Decimal(amount);
  const newest = rates
    .filter((rate) => rate.since <= day)
    .filter((rate) => (rate.from === from && rate.to === to) || (rate.from === to && rate.to === from))
    .toSorted((one, other) => (one.since < other.since ? 1 : -1))[0];
  if (!newest) return null;
  return newest.from === from ? new Decimal(amount).times(newest.rate) : new Decimal(amount).dividedBy(newest.rate);
}
/** profit: revenue less costs, negative for a loss. percent: profit / revenue; null where nothing was earned. Decimal strings. */
export interface GrossMargin {
  profit: string;
  percent: string | null;
}

/** The one rule of what a margin is. @throws Error when an amount is no decimal */
export function grossMargin(revenue: Decimal.Value, costs: Decimal.Value): GrossMargin {
  const profit = new Decimal(revenue).minus(costs);
  return { profit: profit.toFixed(), percent: percentOf(profit, revenue) };
}

/** part / whole, at most two places, rounded down; null where the whole is not positive. @throws Error when one is no decimal */
export function percentOf(part: Decimal.Value, whole: Decimal.Value): string | null {
  if (!new Decimal(whole).greaterThan(0)) return null;
  return new Decimal(part).dividedBy(whole).times(100).toDecimalPlaces(2, Decimal.ROUND_FLOOR).toFixed();
}
