import type { OrderPrice } from "../../orders/pages/details/order-price.ts";
import type { Margin } from "../../quotes/margin.ts";

/** Why a submission has no price. */
export const NO_PRICE_MESSAGES: Readonly<Record<Exclude<OrderPrice["priced"]["status"], "priced">, string>> = {
  no_content: "Nothing is complete yet that could be priced.",
  erased: "The buyer's personal data was erased, so it is not known any more where this went, nor what it costs.",
  not_connected: "No print account is connected: connect one in the settings to see prices.",
  account_rejected: "The print service refuses the print account: connect it again in the settings.",
  unavailable: "The print service gave no price. Try again in a moment.",
  rejected: "The print service refused to give a price.",
};

/** Why a margin is not known. */
export const NO_MARGIN_MESSAGES: Readonly<Record<(Margin & { known: false })["reason"], string>> = {
  paid_unknown: "The margin is not known: Shopify has not told yet what was paid.",
  currencies_differ: "The margin is not known: the buyer paid in another currency than the print service's prices.",
  price_inconsistent: "The margin is not known: the print service's figures do not add up.",
};

export const TOTAL_MISMATCH_MESSAGE = "The print service's figures do not add up: do not rely on the total.";

/** The profit with its share of what was paid, e.g. `$7.60 USD (38%)`. */
export const marginText = (profit: string, percent: string | null): string =>
  percent === null ? profit : `${profit} (${percent}%)`;

/** What the buyer paid counts once, however many submissions there are. */
export const sharedPaymentText = (activeSubmissions: number): string =>
  `The buyer paid once for all ${activeSubmissions} submissions of this order.`;

export const LOSS_MESSAGE = "This submission costs more than the buyer paid.";
