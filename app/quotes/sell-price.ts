import { Decimal } from "decimal.js";
import { convert, minorDigits, percentOf } from "../profit/money.ts";
import type { PriceEnding, ShopSettings } from "../settings/settings.ts";

/** What of a price goes to others. Decimal strings in the price's currency, `feePercent` of the price. */
export interface PriceCosts {
  /** Printing, and shipping where the price has to cover it. */
  cost: string;
  /** Of the payment. */
  feePercent: string;
  feeFixed: string;
}

export interface PriceGoal {
  targetPercent: number;
  ending: PriceEnding;
  /** ISO 4217, of the price. */
  currency: string;
}

/**
 * The lowest price, rounded up, of which at least the target remains after costs and payment fee; null where no price leaves so much.
 * @throws Error when an amount is no decimal
 */
export function sellPrice({ cost, feePercent, feeFixed }: PriceCosts, goal: PriceGoal): string | null {
  const left = new Decimal(100).minus(feePercent).minus(goal.targetPercent);
  if (!left.greaterThan(0)) return null;
  return roundUp(new Decimal(cost).plus(feeFixed).times(100).dividedBy(left), goal);
}

/** Up to the currency's smallest unit, or to the next price that ends so. A currency without cents has no ending. */
function roundUp(price: Decimal, { ending, currency }: PriceGoal): string {
  const digits = minorDigits(currency);
  if (ending === "none" || digits < 2) return price.toDecimalPlaces(digits, Decimal.ROUND_UP).toFixed(digits);
  const withEnding = price.floor().plus(`0.${ending}`);
  return (withEnding.lessThan(price) ? withEnding.plus(1) : withEnding).toFixed(digits);
}

/** What remains of a price, in percent, at most two places, rounded down; null of a price that is not positive. */
export function marginAt(price: string, { cost, feePercent, feeFixed }: PriceCosts): string | null {
  const fee = new Decimal(price).times(feePercent).dividedBy(100).plus(feeFixed);
  return percentOf(new Decimal(price).minus(cost).minus(fee), price);
}

/** What margins at the shop's prices are worked out with. */
export interface SellTerms {
  sellCurrency: string;
  /** From the print service's currency to that of the shop's prices; null: the table of rates lacks it, or that of the payment fee. */
  rate: Decimal | null;
  feePercent: string;
  feeFixed: string;
}

/** The exchange rate of a day, and the payment fee in the shop's currency. */
export function sellTerms({ serviceCurrency, profit }: ShopSettings, sellCurrency: string, day: string): SellTerms {
  const { paymentFee, rates } = profit;
  const rate = convert(1, { from: serviceCurrency, to: sellCurrency, day, rates });
  const fixed = convert(paymentFee.fixed, { from: paymentFee.currency || sellCurrency, to: sellCurrency, day, rates });
  return { sellCurrency, rate: fixed && rate, feePercent: paymentFee.percent, feeFixed: fixed?.toFixed() ?? "0" };
}
