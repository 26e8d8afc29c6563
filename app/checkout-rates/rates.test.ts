import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gidOf } from "../ports/gid.ts";
import { convert } from "../profit/money.ts";
import {
  checkoutRatesSettings,
  FAST_METHODS,
  methodOfRate,
  rateCode,
  RATE_ROUNDINGS,
  type CheckoutRatesSettings,
} from "../settings/checkout-rates.ts";
import { parseRateRequest, writeRates } from "../shopify/carrier-services.ts";
import type { Rule } from "../settings/rules.ts";
import { mapping } from "../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { openShop } from "../orders/receive/open-shop.testing.ts";
import type { PrintAccountCalls, Quote } from "../ports/print-service.ts";
import type { Basket } from "../quotes/basket.ts";
import { createCheckoutRates, createFairReaders } from "./answer-rates.ts";
import { percentile95 } from "./rate-counts.ts";
import { decimalsOf, makeRates, printedBasket, roundUp, type MappedItem, type RateInput } from "./rates.ts";

const rounding = fc.constantFrom(...RATE_ROUNDINGS);
const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => new Decimal(cents).dividedBy(100));

const RATES = [{ from: "USD", to: "CAD", rate: "2", since: "2026-01-01" }];

const ratesOf = (settings: Partial<CheckoutRatesSettings>, over: Partial<RateInput> = {}) =>
  makeRates({
    settings: checkoutRatesSettings.parse(settings),
    fee: { amount: "4.50", currency: "USD" },
    destination: { countryCode: "US" },
    subtotal: "25.00",
    printedPieces: 1,
    hasOtherGoods: false,
    shopCurrency: "USD",
    currency: "USD",
    convert: (value, from, to) => convert(value, { from, to, day: "2026-11-21", rates: RATES }),
    ...over,
  });
const amountsOf = (...input: Parameters<typeof ratesOf>) => ratesOf(...input)?.rates.map((rate) => rate.amount);

test("a rounded rate is never below the price, less than one above it, and stays as it is when it is rounded again", () => {
  fc.assert(
    fc.property(amount, rounding, fc.constantFrom(0, 2), (price, how, digits) => {
      const rounded = roundUp(price, how, digits);
      expect(rounded.greaterThanOrEqualTo(price)).toBe(true);
      expect(rounded.minus(price).lessThan(1)).toBe(true);
      expect(roundUp(rounded, how, digits).equals(rounded)).toBe(true);
      const end = rounded.minus(rounded.floor()).toFixed(2);
      const ends = { exact: null, whole: ["0.00"], half: ["0.00", "0.50"], ninety_nine: ["0.99"] }[how];
      if (ends && digits === 2) expect(ends).toContain(end);
      if (digits === 0) expect(end).toBe("0.00");
    }),
  );
});

test("a higher price never gives a lower rate", () => {
  fc.assert(
    fc.property(amount, amount, rounding, fc.integer({ min: 0, max: 100 }), (one, other, how, percent) => {
      const standard = (fee: Decimal) =>
        Number(
          amountsOf(
            { rounding: how, handlingPercent: percent },
            { fee: { amount: fee.toFixed(), currency: "USD" } },
          )?.[0],
        );
      const [low, high] = one.lessThan(other) ? [one, other] : [other, one];
      expect(standard(low)).toBeLessThanOrEqual(standard(high));
    }),
  );
});

test("Shopify gets whole hundredths in every currency, of a currency without cents whole units", () => {
  const currency = fc.constantFrom("USD", "EUR", "JPY", "KRW", "HUF");
  fc.assert(
    fc.property(amount, currency, rounding, (fee, code, how) => {
      const made = ratesOf(
        { rounding: how },
        { fee: { amount: fee.toFixed(), currency: code }, shopCurrency: code, currency: code },
      );
      const { body } = writeRates({ outcome: "rates", rates: made?.rates ?? [] });
      const [rate] = (body as { rates: { total_price: string; currency: string }[] }).rates;
      expect(rate?.total_price).toMatch(/^[1-9]\d*$/);
      if (decimalsOf(code) === 0) expect(Number(rate?.total_price) % 100).toBe(0);
      expect(Number(rate?.total_price)).toBeGreaterThanOrEqual(fee.times(100).toNumber());
    }),
  );
  const yen = { amount: "980", name: "Standard", code: "s", currency: "JPY" };
  expect(writeRates({ outcome: "rates", rates: [yen] }).body).toMatchObject({ rates: [{ total_price: "98000" }] });
});

test.each([
  ["the fee alone", {}, {}, ["4.50"]],
  ["with a percentage and an amount", { handlingPercent: 10, handling: "1.00" }, {}, ["5.95"]],
  ["rounded up to .99", { handlingPercent: 10, rounding: "ninety_nine" }, {}, ["4.99"]],
  ["free from a subtotal on", { freeOver: "25" }, {}, ["0.00"]],
  ["not free below it", { freeOver: "25.01" }, {}, ["4.50"]],
  ["with an amount for other goods", { otherGoods: "3" }, { hasOtherGoods: true }, ["7.50"]],
  [
    "with the faster methods that the destination has",
    { faster: FAST_METHODS.map((method) => ({ method, name: method, surcharge: "6" })) },
    {},
    ["4.50", "10.50", "10.50"],
  ],
  [
    "free, with the surcharge alone for a faster one",
    { freeOver: "20", faster: [{ method: "US-1", name: "Express", surcharge: "6" }] },
    {},
    ["0.00", "6.00"],
  ],
] as const)("a rate is the fee: %s", (_what, settings, over, amounts) => {
  expect(amountsOf(settings as Partial<CheckoutRatesSettings>, over)).toEqual(amounts);
});

const TABLE: Partial<CheckoutRatesSettings> = {
  ...{ handling: "9", rounding: "ninety_nine" },
  fallback: [
    { countries: ["CA", "US"], first: "5", further: "2.10" },
    { countries: [], first: "12", further: "0" },
  ],
};

test.each([
  ["no fee is known", { fee: null, printedPieces: 3 }, ["9.20"]],
  [
    "the destination is in no zone of its own",
    { fee: null, destination: { countryCode: "JP" }, printedPieces: 3 },
    ["12.00"],
  ],
  ["the fee is zero, which is a mistake", { fee: { amount: "0", currency: "USD" } }, ["5.00"]],
  ["the fee is in a currency without an exchange rate", { fee: { amount: "4", currency: "EUR" } }, ["5.00"]],
])("the table counts as it was typed where %s", (_what, over, amounts) => {
  expect(amountsOf(TABLE, over)).toEqual(amounts);
});

test("there are no rates rather than wrong ones", () => {
  expect(ratesOf({}, { fee: null })).toBeNull();
  expect(ratesOf({ fallback: [{ countries: ["DE"], first: "5", further: "0" }] }, { fee: null })).toBeNull();
  // Nobody knows what Shopify takes for a thousandth.
  const dinars = { fee: { amount: "4.500", currency: "KWD" }, shopCurrency: "KWD", currency: "KWD" };
  expect(ratesOf(TABLE, dinars)).toBeNull();
});

test("the fee and the settings' amounts are converted to the currency that Shopify asks for", () => {
  const over = { currency: "CAD", shopCurrency: "USD", fee: { amount: "4.50", currency: "USD" } };
  expect(ratesOf({ handling: "1", freeOver: "40" }, { ...over, subtotal: "79" })?.rates).toEqual([
    { code: "inkbridge-standard", name: "Standard", amount: "11.00", currency: "CAD" },
  ]);
  expect(amountsOf({ freeOver: "40" }, { ...over, subtotal: "80" })).toEqual(["0.00"]);
});

test("the code of a rate says by which method its order is sent, in its own country alone", () => {
  expect(FAST_METHODS.map((method) => methodOfRate(rateCode(method), method.slice(0, 2)))).toEqual([1, 2, 1]);
  expect(methodOfRate(rateCode("US-1"), "AU")).toBeNull();
  expect(methodOfRate(rateCode(null), "US")).toBeNull();
  expect(methodOfRate("express", "US")).toBeNull();
});

test("of Shopify's request, nothing is kept that names the customer", () => {
  const rate = {
    destination: { country: "jp", province: "JP-13", name: "Ada Buyer", address1: "1 Elm Road", phone: "+15550100" },
    items: [
      { quantity: 2, price: 2500, variant_id: 7, name: "Tee", requires_shipping: true, fulfillment_service: "manual" },
    ],
    currency: "JPY",
  };
  const read = parseRateRequest(Buffer.from(JSON.stringify({ rate })));
  const item = { variantGid: gidOf("ProductVariant", "7"), quantity: 2, price: "25" };
  expect(read).toEqual({
    ...{ countryCode: "JP", province: "JP-13", currency: "JPY" },
    items: [{ ...item, requiresShipping: true, isFulfilledElsewhere: false }],
  });
  const large = JSON.stringify({ rate }).replace('"variant_id":7', '"variant_id":90071992547409931');
  expect(parseRateRequest(Buffer.from(large))?.items[0]?.variantGid).toBe(
    "gid://shopify/ProductVariant/90071992547409931",
  );
  fc.assert(fc.property(fc.json(), (text) => void parseRateRequest(Buffer.from(text))));
});

const SHIRT: MappedItem = { productGid: "p1", variantGid: "v1", itemSku: "TEE", quantity: 2 };
const MUG: MappedItem = { productGid: "p2", variantGid: "v2", itemSku: "MUG", quantity: 1 };
const rule = (action: Rule["action"], ...conditions: Rule["conditions"]): Rule => ({
  ...{ id: "1b4e28ba-2fa1-41d2-883f-0016d3cca427", name: "Rule", on: true, match: "all", conditions, action },
});
const ofShirt = { of: "product", not: false, products: [{ gid: "p1", title: "Shirt" }] } as const;
const inUs = { of: "country", not: false, values: ["US"] } as Rule["conditions"][number];

test.each<[string, Rule, string, { items: { itemSku: string; quantity: number }[]; method: unknown }]>([
  [
    "never print a product",
    rule({ do: "never_send" }, ofShirt as never),
    "US",
    { items: [items(MUG)], method: undefined },
  ],
  [
    "print another SKU from two pieces on",
    rule({ do: "use_sku", itemSku: "TEE-EU" }, { of: "quantity", not: false, atLeast: "2" }),
    "DE",
    { items: [{ itemSku: "TEE-EU", quantity: 2 }, items(MUG)], method: undefined },
  ],
  ["ship a product by Express", rule({ do: "ship_by", method: 1 }, ofShirt as never), "US", asMapped(1)],
  [
    "ship a product by Express, where there is none",
    rule({ do: "ship_by", method: 1 }, ofShirt as never),
    "DE",
    asMapped(),
  ],
  ["ship a country by Standard", rule({ do: "ship_by", method: null }, inUs), "US", asMapped(null)],
  [
    "never print for a tagged customer",
    rule({ do: "never_send" }, { of: "customer_tag", not: true, values: ["VIP"] }),
    "US",
    asMapped(),
  ],
  ["never print first orders", rule({ do: "never_send" }, { of: "first_order", not: false }), "US", asMapped()],
  [
    "never print what ships slowly",
    rule({ do: "never_send" }, { of: "shipping", not: true, values: ["express"] }),
    "US",
    asMapped(),
  ],
  [
    "never print large orders",
    rule({ do: "never_send" }, { of: "amount", not: false, atLeast: "1" }),
    "US",
    asMapped(),
  ],
])("a rule to %s counts at the checkout where a basket tells", (_what, one, country, expected) => {
  expect(printedBasket([one], country, [SHIRT, MUG])).toEqual(expected);
});

function items({ itemSku, quantity }: MappedItem) {
  return { itemSku, quantity };
}
function asMapped(method?: 1 | 2 | null) {
  return { items: [items(SHIRT), items(MUG)], method };
}

test("where a rule chooses the method, the customer sees one rate, and pays for that method", () => {
  const settings = { faster: [{ method: "US-1" as const, name: "Express", surcharge: "6" }] };
  expect(ratesOf(settings, { method: 1 })?.rates.map(({ code, amount }) => [code, amount])).toEqual([
    ["inkbridge-us-1", "10.50"],
  ]);
  expect(amountsOf(settings, { method: null })).toEqual(["4.50"]);
  // Nobody said what Ground costs.
  expect(amountsOf(settings, { method: 2 })).toEqual(["4.50"]);
  expect(amountsOf(settings)).toEqual(["4.50", "10.50"]);
});

test("while one shop has a sale, the customers of another do not wait behind it", async () => {
  const readers = createFairReaders(2);
  const done: string[] = [];
  const open: (() => void)[] = [];
  const read = (shop: string) =>
    readers.read(shop, () => new Promise<void>((resolve) => open.push(resolve))).then(() => void done.push(shop));
  const all = [...Array.from({ length: 20 }, () => read("sale")), read("quiet")];
  await Promise.resolve();
  expect([readers.waiting("sale"), readers.waiting("quiet"), open.length]).toEqual([18, 1, 2]);
  while (done.length < all.length) {
    open.shift()?.();
    await new Promise(setImmediate);
  }
  expect(done.indexOf("quiet")).toBeLessThan(5);
  await Promise.all(all);
});

test("95 of 100 answers took no longer than the bound that is shown", () => {
  expect(percentile95([])).toBeNull();
  expect(
    percentile95([
      { upToMs: 50, count: 95 },
      { upToMs: 1_000, count: 5 },
    ]),
  ).toBe(50);
  expect(
    percentile95([
      { upToMs: 1_000, count: 6 },
      { upToMs: 50, count: 94 },
    ]),
  ).toBe(1_000);
});

test("where the account ships by services, the standard rate costs what its orders are sent by", async () => {
  const world = await openOrdersWorld();
  const { ctx, db, shop, account } = await openShop(world);
  await db.printAccount.update({ where: { id: account.id }, data: { interfaceVersion: "v3" } });
  const asked: (string | undefined)[] = [];
  const testPrice = ({ items, service }: Basket): Promise<Quote> => {
    asked.push(service);
    const shippingFee = service === undefined ? "4" : "19";
    const lines = items.map((item) => {
      return {
        ...item,
        baseCost: "10",
        shippingFee,
        taxFee: "0",
        totalPrice: String(10 * item.quantity + Number(shippingFee)),
      };
    });
    return Promise.resolve({ lines, totalPrice: lines[0]?.totalPrice ?? "0" });
  };
  const printService = { forAccount: () => ({ testPrice }) as unknown as PrintAccountCalls };
  const rates = createCheckoutRates({ ...ctx, printService, limits: { answerMs: 60_000, quoteMs: 60_000 } });
  const item = { variantGid: mapping().variantGid, quantity: 1, price: "25", requiresShipping: true };
  const request = { countryCode: "US", province: "NY", items: [{ ...item, isFulfilledElsewhere: false }] };
  const amountWith = async (settings: object) => {
    await db.shop.update({ where: { id: shop.id }, data: { settings } });
    const made = await rates.tryRates(shop.id, checkoutRatesSettings.parse({ on: true }), request);
    return "rates" in made ? made.rates.map((rate) => rate.amount) : made.problem;
  };
  expect(await amountWith({})).toEqual(["4.00"]);
  const byName = { contains: "standard", country: "", method: "FAST" };
  expect(await amountWith({ shippingRules: [byName] })).toEqual(["19.00"]);
  expect(await amountWith({ shippingRules: [{ ...byName, country: "CA" }] })).toEqual(["4.00"]);
  expect(await amountWith({ rules: [rule({ do: "ship_by", method: "FAST" }, inUs)] })).toEqual(["19.00"]);
  expect(asked).toEqual([undefined, "FAST"]);
  await world.close();
});
