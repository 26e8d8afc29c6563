import { Decimal } from "decimal.js";
import { grossMargin } from "../profit/money.ts";
import type { Price } from "./basket.ts";

/** What the customer paid. */
export interface PaidAmounts {
  /** Decimal strings in `currency`; null when unknown. A shipping charge that is unknown counts as none. */
  subtotal: string | null;
  shipping: string | null;
  currency: string;
}

export type Margin =
  | {
      known: true;
      /** Subtotal and shipping. This and the others: decimal strings in `currency`. */
      paid: string;
      /** The print service's total, without tax. */
      cost: string;
      /** paid − cost; negative for a loss. */
      profit: string;
      /** profit / paid, at most two places, rounded down. null where nothing was paid. */
      percent: string | null;
      currency: string;
    }
  | { known: false; reason: "paid_unknown" | "currencies_differ" | "price_inconsistent" };

/** @throws Error when an amount is no decimal */
export function marginOf(price: Pick<Price, "currency" | "total" | "discrepancies">, paid: PaidAmounts): Margin {
  if (price.discrepancies.includes("total_differs")) return { known: false, reason: "price_inconsistent" };
  if (paid.subtotal === null) return { known: false, reason: "paid_unknown" };
  if (paid.currency !== price.currency) return { known: false, reason: "currencies_differ" };
  const amount = new Decimal(paid.subtotal).plus(paid.shipping ?? "0");
  const cost = new Decimal(price.total).toFixed();
  return { known: true, paid: amount.toFixed(), cost, ...grossMargin(amount, cost), currency: price.currency };
}

/** Where nothing was paid, a margin is below any minimum unless the print order costs nothing. */
export function isBelow(margin: Margin & { known: true }, minimumPercent: number): boolean {
  if (margin.percent === null) return new Decimal(margin.profit).lessThan(0);
  return new Decimal(margin.percent).lessThan(minimumPercent);
}
