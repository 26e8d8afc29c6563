import type { PaymentKind } from "../ports/order-model.ts";

/** shopify: the name of the manual payment method, in the store's language or with an addition such as "(COD)". */
const CASH_ON_DELIVERY =
  /cash[ _-]on[ _-]delivery|\bcod\b|nachnahme|contre[ -]remboursement|contrassegno|contra ?reembolso/i;

const BY_TERMS: ReadonlyMap<string, PaymentKind> = new Map([
  ["net", "net_terms"],
  ["fixed", "net_terms"],
  ["receipt", "pay_later"],
  ["fulfillment", "pay_later"],
  ["unknown", "pay_later"],
]);

/**
 * How an order is to be paid, from the names of its payment gateways and the type of its payment terms
 * (shopify: PaymentTermsType, REST `payment_terms_type`: net, fixed, receipt, fulfillment). null: neither says so.
 */
export function paymentKindOf(gateways: readonly string[], termsType: string | null | undefined): PaymentKind | null {
  const byTerms = BY_TERMS.get(termsType?.toLowerCase() ?? "");
  if (byTerms) return byTerms;
  return gateways.some((name) => CASH_ON_DELIVERY.test(name)) ? "cash_on_delivery" : null;
}
