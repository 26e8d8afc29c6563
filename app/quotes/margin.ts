import Decimal from "decimal.js";

export interface MarginInput {
  /** What the customer paid, a decimal string; null when unknown. */
  paid: string | null;
  paidCurrency: string;
  /** What the print service takes, a decimal string. */
  cost: string;
  costCurrency: string;
}

/**
 * (paid − cost) / paid in percent, a decimal string with at most two places, rounded down so that it never flatters.
 * null when it cannot be told: the paid amount is unknown or not above zero, or the currencies differ.
 * @throws Error when an amount is no decimal
 */
export function marginPercent({ paid, paidCurrency, cost, costCurrency }: MarginInput): string | null {
  if (paid === null || paidCurrency !== costCurrency) return null;
  const amount = new Decimal(paid);
  if (!amount.isFinite() || !amount.greaterThan(0)) return null;
  const percent = amount.minus(cost).dividedBy(amount).times(100);
  return percent.isFinite() ? percent.toDecimalPlaces(2, Decimal.ROUND_FLOOR).toFixed() : null;
}
