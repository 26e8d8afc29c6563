import { Decimal } from "decimal.js";
import type { CheckoutRate } from "../ports/checkout-rates.ts";
import type { ShippingMethod } from "../ports/order-model.ts";
import { minorDigits } from "../profit/money.ts";
import { contentByRules, decideItem, decideOrderByRules, isNeverSent, methodByRules } from "../orders/compose/rules.ts";
import { chooseShippingMethod } from "../orders/compose/shipping-method.ts";
import type { Rule } from "../settings/rules.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { FAST_METHODS, rateCode, type CheckoutRatesSettings, type RateRounding } from "../settings/checkout-rates.ts";

/** An item of a basket that has a mapping. */
export interface MappedItem {
  productGid: string;
  variantGid: string;
  itemSku: string;
  quantity: number;
}

/** What a basket is printed as, and the method of its order, whatever the customer chooses; undefined: what the customer chooses. */
interface PrintedBasket {
  items: { itemSku: string; quantity: number }[];
  method: ShippingMethod | undefined;
}

/**
 * What the rules of orders say for certain of a basket: of its products, quantities and country. Tags, discounts, customer, note, and the
 * rate are not known at the checkout, so a rule that asks for them changes nothing here.
 */
export function printedBasket(
  rules: readonly Rule[],
  countryCode: string,
  items: readonly MappedItem[],
): PrintedBasket {
  const order = {
    ...{ tags: null, customerTags: null, customerOrders: null, discountCodes: null, amount: null, note: null },
    ...{ attributes: null, risk: "unknown" as const, country: countryCode },
  };
  const sent = items
    .map((item) => ({ item, byRules: decideItem(rules, order, { ...item, productTags: null, shipping: undefined }) }))
    .filter(({ byRules }) => !isNeverSent(byRules));
  return {
    items: sent.map(({ item: { itemSku, quantity }, byRules }) => {
      return { itemSku: contentByRules(byRules).itemSku || itemSku, quantity };
    }),
    method: methodByRules(
      decideOrderByRules(
        rules,
        sent.map(({ byRules }) => byRules),
      ),
    ),
  };
}

/**
 * The shipping service that an order with the standard rate is sent by, where the account has services: that of a rule of orders, or that
 * which the shipping rules give to the rate's name. Its fee is what the order costs. undefined: Standard.
 */
export function serviceOfRate(
  { checkoutRates, shippingRules }: Pick<ShopSettings, "checkoutRates" | "shippingRules">,
  { method }: Pick<PrintedBasket, "method">,
  countryCode: string,
): string | undefined {
  const rate = { title: checkoutRates.name, code: rateCode(null) };
  const sentBy =
    method === undefined ? chooseShippingMethod({ shippingMethod: rate }, [], countryCode, shippingRules) : method;
  return typeof sentBy === "string" ? sentBy : undefined;
}

/** An amount in another currency; null where no exchange rate is known. */
export type Convert = (amount: string, from: string, to: string) => Decimal | null;

/** What the rates of a basket are made of. */
export interface RateInput {
  settings: CheckoutRatesSettings;
  /** The print service's shipping fee of the printed goods; null: not known, so the fallback table counts. */
  fee: { amount: string; currency: string } | null;
  destination: { countryCode: string };
  /** See PrintedBasket. */
  method?: ShippingMethod | undefined;
  /** Of the whole basket, in `currency`. */
  subtotal: string;
  printedPieces: number;
  hasOtherGoods: boolean;
  /** Of the settings' amounts. */
  shopCurrency: string;
  /** That Shopify asks for. */
  currency: string;
  convert: Convert;
}

/** Where the prices of rates come from; null: there are none. */
export interface MadeRates {
  from: "fee" | "fallback";
  rates: CheckoutRate[];
}

/**
 * The rates of a basket that the print service ships: Standard first, then the faster methods that the destination has. A rate costs
 * nothing only where the settings say so. Where a rule chooses the method there is one rate: that of the method, or Standard where the
 * settings name no surcharge for the method. null: no price is known.
 */
export function makeRates(input: RateInput): MadeRates | null {
  const { settings, currency, destination } = input;
  const digits = decimalsOf(currency);
  if (digits === null) return null;
  const inCurrency = (amount: string): Decimal | null => input.convert(amount, input.shopCurrency, currency);
  const others = input.hasOtherGoods ? inCurrency(settings.otherGoods) : new Decimal(0);
  const free = settings.freeOver === null ? null : inCurrency(settings.freeOver);
  const isFree = free !== null && new Decimal(input.subtotal).greaterThanOrEqualTo(free);
  const priced = pricedByFee(input, inCurrency) ?? pricedByTable(input, inCurrency) ?? (isFree ? FREE : null);
  if (others === null || priced === null) return null;
  const round = (amount: Decimal) => (priced.from === "fee" ? roundUp(amount, settings.rounding, digits) : amount);
  const full = round(priced.amount.plus(others));
  const standard = isFree ? new Decimal(0) : full;
  const rate = (code: string, name: string, amount: Decimal): CheckoutRate => ({
    ...{ code, name, currency },
    amount: amount.toDecimalPlaces(digits, Decimal.ROUND_UP).toFixed(digits),
  });
  const slowest = rate(rateCode(null), settings.name, standard);
  const faster = FAST_METHODS.flatMap((method) => {
    const chosen = settings.faster.find((one) => one.method === method);
    const surcharge = chosen && method.startsWith(`${destination.countryCode}-`) ? inCurrency(chosen.surcharge) : null;
    return chosen && surcharge ? [rate(rateCode(method), chosen.name, round(standard.plus(surcharge)))] : [];
  });
  if (input.method === undefined) return { from: priced.from, rates: [slowest, ...faster] };
  const fixed = FAST_METHODS.find((method) => method === `${destination.countryCode}-${String(input.method)}`);
  return { from: priced.from, rates: [faster.find(({ code }) => fixed && code === rateCode(fixed)) ?? slowest] };
}

interface Priced {
  from: "fee" | "fallback";
  amount: Decimal;
}

/** What is free by the merchant's own word needs no price. */
const FREE: Priced = { from: "fallback", amount: new Decimal(0) };

/** The fee with handling. A fee of zero is taken for a mistake: nothing is shipped for nothing. */
function pricedByFee(
  { fee, currency, settings, convert }: RateInput,
  inCurrency: (amount: string) => Decimal | null,
): Priced | null {
  const amount = fee && convert(fee.amount, fee.currency, currency);
  const handling = inCurrency(settings.handling);
  if (amount === null || handling === null || !amount.greaterThan(0)) return null;
  return { from: "fee", amount: amount.plus(amount.times(settings.handlingPercent).dividedBy(100)).plus(handling) };
}

/** The merchant's table, as it was typed: handling and rounding are in it. */
function pricedByTable(
  { settings: { fallback }, destination: { countryCode }, printedPieces }: RateInput,
  inCurrency: (amount: string) => Decimal | null,
): Priced | null {
  const zone =
    fallback.find(({ countries }) => countries.includes(countryCode)) ??
    fallback.find(({ countries }) => countries.length === 0);
  const first = zone && inCurrency(zone.first);
  const further = zone && inCurrency(zone.further);
  if (!first || !further) return null;
  return { from: "fallback", amount: first.plus(further.times(Math.max(0, printedPieces - 1))) };
}

const HALF = new Decimal("0.5");

/** Up to the next amount that ends as the setting says. Never down, and in a currency without cents to the next whole one. */
export function roundUp(amount: Decimal, rounding: RateRounding, digits: number): Decimal {
  const exact = amount.toDecimalPlaces(digits, Decimal.ROUND_UP);
  if (rounding === "exact" || digits === 0) return exact;
  if (rounding === "whole") return exact.ceil();
  if (rounding === "half") return exact.dividedBy(HALF).ceil().times(HALF);
  const [floor, end] = [exact.floor(), new Decimal("0.99")];
  return exact.greaterThan(floor.plus(end)) ? floor.plus(1).plus(end) : floor.plus(end);
}

/**
 * Digits behind the point of a currency that Shopify's rates can have: 2, or 0. null for thousandths: Shopify's documentation says
 * nothing of them, and a price may not be ten times what it is.
 */
export function decimalsOf(currency: string): 0 | 2 | null {
  const digits = minorDigits(currency);
  return digits === 2 || digits === 0 ? digits : null;
}
