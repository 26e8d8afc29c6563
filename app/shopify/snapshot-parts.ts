import { Decimal } from "decimal.js";
import {
  ADDRESS_FIELDS,
  type Address,
  type ArtworkLinks,
  type OrderMoney,
  type PaymentKind,
} from "../ports/order-model.ts";

/** What the snapshot of a webhook and that of the Admin API have in common. */

export const NO_ARTWORK: Readonly<ArtworkLinks> = { front: null, back: null, mockup: null };

export const addressFrom = (read: (field: keyof Address) => string | null): Address =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, read(field)])) as unknown as Address;

/** shopify: a tip is a line titled "Tip" that belongs to no product. Nothing else marks it. */
export function isTip(line: { title: string; hasVariant: boolean; hasProduct: boolean; sku: string | null }): boolean {
  return line.title.trim().toLowerCase() === "tip" && !line.hasVariant && !line.hasProduct && !line.sku;
}

type Amounts = readonly (string | null | undefined)[];

const totalOf = (amounts: Amounts): Decimal => Decimal.sum(0, ...amounts.map((one) => one ?? 0));

/** A decimal string; what is missing counts as nothing. */
export const sumOf = (amounts: Amounts): string => totalOf(amounts).toFixed();

/**
 * An amount without the taxes in it. `taxes`: those of `whole`, of which the amount is a part. shopify: where an order's taxes are
 * included, every price of it contains them.
 */
export function beforeTax(amount: Decimal.Value, { taxes, whole }: { taxes: Amounts; whole: Decimal.Value }): string {
  const tax = totalOf(taxes);
  if (tax.isZero() || new Decimal(whole).isZero()) return new Decimal(amount).toFixed();
  return new Decimal(amount).minus(tax.times(amount).dividedBy(whole)).toDecimalPlaces(4).toFixed();
}

/** How much of an order's payments came from gift cards or store credit, by the names of its payment gateways. */
export function giftCardsOf(gateways: readonly string[]): OrderMoney["giftCards"] {
  const credit = gateways.filter((name) => /^(gift_card|shopify_store_credit)$/i.test(name.trim()));
  if (credit.length === 0) return "none";
  return credit.length === gateways.length ? "all" : "part";
}

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
