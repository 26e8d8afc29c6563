import type { OrderPrice } from "../../orders/pages/details/order-price.ts";
import type { Margin } from "../../quotes/margin.ts";

export const PRICE_CARD = {
  title: "Price",
  refresh: "Refresh price",
  submission: "Print order",
  cancelled: "Canceled orders cost nothing, unless the print service bills them.",
  items: "Items",
  shipping: "Shipping",
  total: "Total",
  tax: "Tax (not included)",
  orderCost: (count: number) => `Total of ${count} print orders`,
  faster: "Faster shipping (from your settings)",
  converted: (currency: string) => `Total in ${currency}`,
  paid: "Value of print items before tax",
  margin: "Margin",
  earned: "What this order earned",
  netSales: "Net sales",
  shippingPaid: "Shipping paid by the customer",
  cost: "Print cost",
  fees: "Payment fees",
  profit: "Profit",
  estimated: "Estimated",
  notKnownYet: "Not known yet",
  paidIn: (amount: string) => `The customer paid ${amount} of that.`,
  billed: "Billed for this print order",
  billedDifference: (amount: string, isZero: boolean) =>
    isZero ? "Same as the price when it was sent." : `${amount} compared with the price when it was sent.`,
  billedParts: (parts: readonly string[]) => `What differs: ${parts.join(", ")}.`,
  billedPart: { base: "items", shipping: "shipping", tax: "tax", surcharge: "surcharge" },
  keptCurrency: (currency: string) =>
    `Kept in ${currency}, the print service's currency in your settings at that time.`,
  updated: (ago: string, service: string | null, fromFees: boolean) =>
    `Based on ${service === null ? "standard shipping" : `the shipping service ${service}`}${
      fromFees ? ", calculated from the print service's catalog and fees" : ""
    }. Updated ${ago}.`,
  notKnown: "Not known",
};

/** Why a submission has no price. */
export const NO_PRICE_MESSAGES: Readonly<Record<Exclude<OrderPrice["priced"]["status"], "priced">, string>> = {
  no_content: "Price available after the holds are resolved.",
  erased: "The customer's personal data was erased, so the price is no longer available.",
  not_connected: "Connect your print service in Settings to see prices.",
  account_rejected: "The print service rejected your login. Reconnect in Settings.",
  unavailable: "The print service didn't return a price. Try again in a moment.",
  rejected: "The print service rejected the request for a price.",
  not_priced: "Price not known yet: the print service names it once the order is paid.",
};

/** Why a margin is not known. */
export const NO_MARGIN_MESSAGES: Readonly<Record<(Margin & { known: false })["reason"], string>> = {
  paid_unknown: "Margin unavailable: Shopify hasn't shown yet what the customer paid.",
  currencies_differ:
    "Margin unavailable: the print service bills in another currency. Add an exchange rate in Settings > Prices and profit.",
  fees_unknown:
    "Margin unavailable: the payment fee isn't known. Check its currency and exchange rate in Settings > Prices and profit.",
  order_canceled: "No margin: the order was canceled in Shopify. The print service may still bill what it printed.",
  tax_unknown:
    "Margin unavailable: the print service doesn't say how much tax it adds, and your settings count its tax as a cost.",
  price_inconsistent: "Margin unavailable: the print service's prices don't add up.",
};

export const TOTAL_MISMATCH_MESSAGE = "The print service's prices don't add up. Don't rely on the total.";

export const LOSS_MESSAGE = "Printing this order costs more than its print items bring in.";

/** The print service quotes standard shipping only. */
export const FASTER_SHIPPING_MESSAGE =
  "This order ships faster than Standard, which may cost more than the price shown. Settings > Prices and profit has a field for that.";

/** The profit and its share of what the customer paid, e.g. `$7.60 USD (38%)`. */
export const marginText = (profit: string, percent: string | null): string =>
  percent === null ? profit : `${profit} (${percent}%)`;

/** The payment counts once for all submissions of an order. */
export const sharedPaymentText = (activeSubmissions: number): string =>
  `The customer paid once for all ${activeSubmissions} print orders.`;
