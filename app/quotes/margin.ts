import { Decimal } from "decimal.js";
import type { Gid } from "../ports/gid.ts";
import type { OrderMoney, PrintOrder, ShippingMethod } from "../ports/order-model.ts";
import { convert, grossMargin, toMinor } from "../profit/money.ts";
import { orderRevenue } from "../profit/order-revenue.ts";
import type { ShopSettings } from "../settings/settings.ts";
import type { Price } from "./basket.ts";

/** What the customer paid. */
export interface PaidAmounts {
  /** Decimal strings in `currency`; null when unknown. A shipping charge that is unknown counts as none. */
  subtotal: string | null;
  shipping: string | null;
  /** What the payment provider takes of it; null when unknown. */
  fees: string | null;
  currency: string;
}

export type MarginSettings = Pick<ShopSettings, "profit" | "fasterShippingCosts">;

interface Sold {
  /** Of the lines in question and of the whole order, before tax. */
  subtotal: string | null;
  shipping: string | null;
  currency: string;
  /** null, or left out: an amount is unknown. */
  money?: OrderMoney | null;
  financialStatus: string | null;
  /** YYYY-MM-DD, for exchange rates. */
  day: string;
}

/** The amounts of some lines of an order as the settings count them: their part of the shipping, and of the payment fee. */
export function paidAmounts(
  { subtotal, shipping, currency, money = null, financialStatus, day }: Sold,
  isPrinted: (gid: Gid<"LineItem">) => boolean,
  { profit }: Pick<MarginSettings, "profit">,
): PaidAmounts {
  const { paymentFee, shipping: counted } = profit;
  const revenue = orderRevenue({ money, financialStatus, isCancelled: false, day }, isPrinted, profit);
  const hasFee = [paymentFee.percent, paymentFee.fixed].some((part) => !new Decimal(part).isZero());
  // Of no charge there is no part, as for a supplement, whose order has paid for shipping once.
  const isFree = shipping !== null && new Decimal(shipping).isZero();
  const share = isFree ? "0" : (revenue?.shipping ?? null);
  return {
    subtotal,
    shipping: counted === "all" ? shipping : counted === "none" ? "0" : share,
    fees: hasFee ? (revenue?.fees ?? null) : "0",
    currency,
  };
}

/** What the settings say that Express or Ground adds to the price of Standard; null: they do not say. */
export function fasterShippingCost(
  { fasterShippingCosts }: Pick<ShopSettings, "fasterShippingCosts">,
  countryCode: string | null,
  method: ShippingMethod,
): string | null {
  const extras: Readonly<Record<string, string | null>> = fasterShippingCosts;
  return typeof method !== "number" ? "0" : (extras[`${countryCode}-${method}`] ?? null);
}

/**
 * What a print order costs with the method that it is sent with, in the print service's currency. Its price is of the order's shipping
 * service, where it has one, else of Standard (print-service: testPrice). `unknown`: the order costs more than this, since the settings do
 * not say what Express or Ground adds, or the print service does not say how much tax, which counts.
 */
export function costAsSent(
  { total, tax, fromFees }: Pick<Price, "total" | "tax" | "fromFees">,
  { method, countryCode }: Pick<PrintOrder, "method" | "countryCode">,
  settings: MarginSettings,
): { total: string; extra: string; unknown: "faster_shipping" | "tax" | null } {
  const { countProviderTax } = settings.profit;
  const extra = fasterShippingCost(settings, countryCode, method);
  const cost = new Decimal(total).plus(countProviderTax ? tax : 0).plus(extra ?? 0);
  const lacksTax = countProviderTax && fromFees?.taxKnown === false;
  const unknown = extra === null ? "faster_shipping" : lacksTax ? "tax" : null;
  return { total: cost.toFixed(), extra: extra ?? "0", unknown };
}

export type Margin =
  | {
      known: true;
      /** Subtotal and shipping. This and the others: decimal strings in `currency`. */
      paid: string;
      /** What the print service takes. */
      cost: string;
      fees: string;
      /** paid − cost − fees; negative for a loss. */
      profit: string;
      /** profit / paid, at most two places, rounded down. null where nothing was paid. */
      percent: string | null;
      /** That in which the customer's payment is counted. */
      currency: string;
    }
  /** order_canceled: what it earned is told by what was billed and refunded (app/profit). */
  | {
      known: false;
      reason:
        "order_canceled" | "paid_unknown" | "fees_unknown" | "currencies_differ" | "price_inconsistent" | "tax_unknown";
    };

/**
 * The margin of an order at a cost. A cost in another currency is converted by the rate of the day.
 * @throws Error when an amount is no decimal
 */
export function marginOf(
  price: Pick<Price, "currency" | "total" | "discrepancies">,
  paid: PaidAmounts,
  { day, rates }: { day: string; rates: ShopSettings["profit"]["rates"] },
): Margin {
  if (price.discrepancies.includes("total_differs")) return { known: false, reason: "price_inconsistent" };
  if (paid.subtotal === null) return { known: false, reason: "paid_unknown" };
  const { currency } = paid;
  const converted = convert(price.total, { from: price.currency, to: currency, day, rates });
  if (!converted) return { known: false, reason: "currencies_differ" };
  if (paid.fees === null) return { known: false, reason: "fees_unknown" };
  const amount = new Decimal(paid.subtotal).plus(paid.shipping ?? "0");
  const cost = price.currency === currency ? converted : toMinor(converted, currency);
  const costs = cost.plus(paid.fees);
  const fees = new Decimal(paid.fees).toFixed();
  return { known: true, paid: amount.toFixed(), cost: cost.toFixed(), fees, ...grossMargin(amount, costs), currency };
}

/** Where nothing was paid, a margin is below any minimum unless the print order costs nothing. */
export function isBelow(margin: Margin & { known: true }, minimumPercent: number): boolean {
  if (margin.percent === null) return new Decimal(margin.profit).lessThan(0);
  return new Decimal(margin.percent).lessThan(minimumPercent);
}
