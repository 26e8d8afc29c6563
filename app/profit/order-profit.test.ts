import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Gid } from "../ports/gid.ts";
import type { LineMoney, OrderMoney } from "../ports/order-model.ts";
import { shopSettings } from "../settings/settings.ts";
import { sumOf } from "./money.ts";
import {
  AMOUNTS,
  COUNTS,
  dayChanges,
  orderProfit,
  type CountedOrder,
  type DayPart,
  type KeptCost,
  type MadeSubmission,
  type ProfitRules,
} from "./order-profit.ts";
import { orderRevenue } from "./order-revenue.ts";

const gid = (id: string): Gid<"LineItem"> => `gid://shopify/LineItem/${id}`;

interface Line extends Partial<Omit<LineMoney, "gid" | "price" | "ordered">> {
  id?: string;
  price: string;
  ordered?: number;
  /** Goods of the store itself. */
  other?: boolean;
}

interface Given {
  currency?: string;
  taxesIncluded?: boolean;
  lines: Line[];
  shipping?: Partial<OrderMoney["shipping"]>;
  adjustment?: string;
  giftCards?: OrderMoney["giftCards"];
  presentment?: OrderMoney["presentment"];
  status?: string;
  cancelled?: boolean;
  /** Totals of its submissions, each of all printed lines, or whole costs. */
  costs?: (string | Partial<KeptCost>)[];
  rules?: Partial<Omit<ProfitRules, "paymentFee">> & { paymentFee?: Partial<ProfitRules["paymentFee"]> };
}

const DAY = "2026-11-02";
const cost = (total: string, currency: string): KeptCost => ({
  ...{ currency, base: total, shipping: "0", tax: "0", total, lines: [], billed: null, estimated: false },
});

function counted(given: Given): CountedOrder {
  const { currency = "USD", shipping } = given;
  const lines = given.lines.map((line, at) => ({ id: String(at + 1), ordered: 1, ...line }));
  const charged = shipping?.charged ?? "0";
  const money: OrderMoney = {
    currency,
    presentment: given.presentment ?? null,
    taxesIncluded: given.taxesIncluded ?? false,
    lines: lines.map(
      ({ id, price, ordered, current = ordered, discount = "0", tax = "0", requiresShipping = true }) => ({
        ...{ gid: gid(id), price, ordered, current, discount, tax, requiresShipping },
      }),
    ),
    shipping: { charged, current: shipping?.current ?? charged, tax: shipping?.tax ?? "0" },
    adjustment: given.adjustment ?? "0",
    giftCards: given.giftCards ?? "none",
  };
  const printed = lines.filter((line) => !line.other);
  const submissions = (given.costs ?? []).map((one): MadeSubmission => ({
    cost: typeof one === "string" ? cost(one, currency) : { ...cost("0", currency), ...one },
    ...{ sentDay: "2026-11-03", shippedDay: null, method: "standard" },
    lines: printed.map(({ id, ordered }) => ({ gid: gid(id), quantity: ordered, refunded: 0 })),
  }));
  return {
    ...{ money, currency, day: DAY, country: "US", submissions, isOpen: false },
    ...{ financialStatus: given.status ?? "paid", isCancelled: given.cancelled ?? false },
    lines: lines.map(({ id, ordered, current = ordered, other = false }) => ({
      ...{ gid: gid(id), productGid: `gid://shopify/Product/${id}` as const, quantity: current, printed: !other },
      variantGid: `gid://shopify/ProductVariant/${id}` as const,
    })),
  };
}

const DEFAULTS = shopSettings.parse({}).profit;
const rulesOf = ({ rules }: Given): ProfitRules => ({
  ...DEFAULTS,
  ...rules,
  paymentFee: { ...DEFAULTS.paymentFee, ...rules?.paymentFee },
});

const CARD = { paymentFee: { percent: "2.9", fixed: "0.30" } };
const rate = (from: string, to: string, value: string) => ({ from, to, rate: value, since: "2026-01-01" });

type Figures = [
  netSales: string,
  shipping: string,
  tax: string,
  fees: string,
  cost: string | null,
  profit: string | null,
];

/** Each order with its working. `figures`: net sales, shipping, tax, fees, cost, profit. */
const BY_HAND: { name: string; working: string; given: Given; figures: Figures; also?: object }[] = [
  {
    name: "two shirts, shipping paid",
    working: "2 × 25.00 = 50.00. 50.00 + 5.00 − 22.50 = 32.50",
    given: { lines: [{ price: "25.00", ordered: 2 }], shipping: { charged: "5.00" }, costs: ["22.50"] },
    figures: ["50.00", "5.00", "0.00", "0.00", "22.50", "32.50"],
  },
  {
    name: "taxes on top of the prices, and a card's fee",
    working:
      "charged 25.00 + 2.06 + 5.00 + 0.41 = 32.47. Fee 32.47 × 2.9 % = 0.94163, + 0.30 = 1.24163 ≈ 1.24. 30.00 − 1.24 − 12.00 = 16.76",
    given: {
      lines: [{ price: "25.00", tax: "2.06" }],
      ...{ shipping: { charged: "5.00", tax: "0.41" }, costs: ["12.00"], rules: CARD },
    },
    figures: ["25.00", "5.00", "2.47", "1.24", "12.00", "16.76"],
  },
  {
    name: "taxes of 19 % in the prices",
    working: "29.90 − 4.77 = 25.13. Shipping 4.90 − 0.78 = 4.12. 25.13 + 4.12 − 14.00 = 15.25",
    given: {
      ...{ currency: "EUR", taxesIncluded: true, lines: [{ price: "29.90", tax: "4.77" }] },
      ...{ shipping: { charged: "4.90", tax: "0.78" }, costs: ["14.00"] },
    },
    figures: ["25.13", "4.12", "5.55", "0.00", "14.00", "15.25"],
  },
  {
    name: "10.00 off the order, over three lines",
    working: "Shopify takes off 3.34 + 3.33 + 3.33: 16.66 + 16.67 + 16.67 = 50.00. 50.00 − 30.00 = 20.00",
    given: {
      lines: ["3.34", "3.33", "3.33"].map((discount) => ({ price: "20.00", discount })),
      costs: ["30.00"],
    },
    figures: ["50.00", "0.00", "0.00", "0.00", "30.00", "20.00"],
    also: { grossSales: "60.00", discounts: "10.00", returns: "0.00" },
  },
  {
    name: "a shirt beside other goods, with its share of the shipping and of the fee",
    working:
      "30.00 of 90.00 is a third: shipping 9.00 / 3 = 3.00. Fee 99.00 × 3 % = 2.97, a third 0.99. 33.00 − 0.99 − 15.00 = 17.01",
    given: {
      lines: [{ price: "30.00" }, { price: "60.00", other: true }],
      ...{ shipping: { charged: "9.00" }, costs: ["15.00"] },
      rules: { shipping: "share", paymentFee: { percent: "3" } },
    },
    figures: ["30.00", "3.00", "0.00", "0.99", "15.00", "17.01"],
  },
  {
    name: "one of three returned",
    working: "2 × 20.00 = 40.00, tax 4.95 × 2/3 = 3.30. All three were printed: 40.00 − 33.00 = 7.00",
    given: {
      lines: [{ price: "20.00", ordered: 3, current: 2, tax: "4.95" }],
      costs: ["33.00"],
      status: "partially_refunded",
    },
    figures: ["40.00", "0.00", "3.30", "0.00", "33.00", "7.00"],
    also: { grossSales: "60.00", discounts: "0.00", returns: "20.00" },
  },
  {
    name: "10.00 refunded, nothing returned",
    working: "40.00 − 10.00 = 30.00. 30.00 − 20.00 = 10.00",
    given: { lines: [{ price: "40.00" }], adjustment: "-10.00", costs: ["20.00"], status: "partially_refunded" },
    figures: ["30.00", "0.00", "0.00", "0.00", "20.00", "10.00"],
  },
  {
    name: "half refunded, with the tax that is in the price",
    working: "11.90 of 23.80 has 1.90 of the tax of 3.80: 20.00 − 10.00 = 10.00, tax 1.90. 10.00 − 12.00 = −2.00",
    given: {
      ...{ currency: "EUR", taxesIncluded: true, lines: [{ price: "23.80", tax: "3.80" }] },
      ...{ adjustment: "-11.90", costs: ["12.00"], status: "partially_refunded" },
    },
    figures: ["10.00", "0.00", "1.90", "0.00", "12.00", "-2.00"],
  },
  {
    name: "the shipping refunded",
    working: "6.00 charged, 6.00 refunded. 20.00 − 9.50 = 10.50",
    given: { lines: [{ price: "20.00" }], shipping: { charged: "6.00", current: "0.00" }, costs: ["9.50"] },
    figures: ["20.00", "0.00", "0.00", "0.00", "9.50", "10.50"],
  },
  {
    name: "printed again for a damaged package",
    working: "a reprint costs, and earns nothing: 25.00 + 5.00 − 11.20 − 11.20 = 7.60",
    given: { lines: [{ price: "25.00" }], shipping: { charged: "5.00" }, costs: ["11.20", "11.20"] },
    figures: ["25.00", "5.00", "0.00", "0.00", "22.40", "7.60"],
  },
  {
    name: "free shipping",
    working: "the print service ships all the same: 9.50 + 4.75 = 14.25. 24.00 − 14.25 = 9.75",
    given: {
      lines: [{ price: "24.00" }],
      shipping: { charged: "0.00" },
      costs: [{ base: "9.50", shipping: "4.75", total: "14.25" }],
    },
    figures: ["24.00", "0.00", "0.00", "0.00", "14.25", "9.75"],
  },
  {
    name: "paid by gift card",
    working: "a gift card is a payment like another, without a fee: 30.00 − 13.00 = 17.00",
    given: { lines: [{ price: "30.00" }], giftCards: "all", costs: ["13.00"], rules: CARD },
    figures: ["30.00", "0.00", "0.00", "0.00", "13.00", "17.00"],
  },
  {
    name: "paid by gift card and by card",
    working: "the fee of the whole, at most: 30.00 × 2.9 % + 0.30 = 1.17, an estimate. 30.00 − 1.17 − 13.00 = 15.83",
    given: { lines: [{ price: "30.00" }], giftCards: "part", costs: ["13.00"], rules: CARD },
    figures: ["30.00", "0.00", "0.00", "1.17", "13.00", "15.83"],
    also: { estimated: true },
  },
  {
    name: "yen without a smaller unit, billed in dollars",
    working: "6000 − 545 = 5455, 500 − 45 = 455, tax 590. 20.00 USD × 150.5 = 3010. 5455 + 455 − 3010 = 2900",
    given: {
      ...{ currency: "JPY", taxesIncluded: true, lines: [{ price: "3000", ordered: 2, tax: "545" }] },
      shipping: { charged: "500", tax: "45" },
      costs: [{ currency: "USD", base: "20.00", total: "20.00" }],
      rules: { rates: [rate("USD", "JPY", "150.5")] },
    },
    figures: ["5455", "455", "590", "0", "3010", "2900"],
  },
  {
    name: "a thousand yen off, over three lines",
    working: "334 + 333 + 333 off: 666 + 667 + 667 = 2000. 10.00 USD × 150.5 = 1505. 2000 − 1505 = 495",
    given: {
      currency: "JPY",
      lines: ["334", "333", "333"].map((discount) => ({ price: "1000", discount })),
      costs: [{ currency: "USD", base: "10.00", total: "10.00" }],
      rules: { rates: [rate("USD", "JPY", "150.5")] },
    },
    figures: ["2000", "0", "0", "0", "1505", "495"],
  },
  {
    name: "paid in pounds, by Shopify's own rate",
    working: "50.00 + 5.00 − 25.00 = 30.00. 43.00 GBP for 50.00 EUR: 55.00 × 43 / 50 = 47.30 GBP",
    given: {
      ...{ currency: "EUR", lines: [{ price: "50.00" }], shipping: { charged: "5.00" }, costs: ["25.00"] },
      presentment: { currency: "GBP", amount: "43.00", shopAmount: "50.00" },
    },
    figures: ["50.00", "5.00", "0.00", "0.00", "25.00", "30.00"],
    also: { presentment: { currency: "GBP", revenue: "47.30" } },
  },
  {
    name: "canceled before it was sent, never paid",
    working: "nothing was sold, nothing made",
    given: {
      lines: [{ price: "30.00" }],
      shipping: { charged: "5.00" },
      status: "voided",
      cancelled: true,
      rules: CARD,
    },
    figures: ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00"],
  },
  {
    name: "canceled and refunded after it was made",
    working: "the fee stays with the payment provider: 30.00 × 2.9 % + 0.30 = 1.17. 0 − 1.17 − 15.20 = −16.37",
    given: {
      lines: [{ price: "30.00", current: 0 }],
      ...{ status: "refunded", cancelled: true, costs: ["15.20"], rules: CARD },
    },
    figures: ["0.00", "0.00", "0.00", "1.17", "15.20", "-16.37"],
    also: { grossSales: "30.00", returns: "30.00" },
  },
  {
    name: "one shirt exchanged for another",
    working: "25.00 returned, 27.00 added: 27.00. Both were made, 12.50 each: 27.00 − 25.00 = 2.00",
    given: {
      lines: [{ price: "25.00", current: 0 }, { price: "27.00" }],
      costs: ["25.00"],
      status: "partially_refunded",
    },
    figures: ["27.00", "0.00", "0.00", "0.00", "25.00", "2.00"],
    also: { grossSales: "52.00", returns: "25.00" },
  },
  {
    name: "billed in dollars, otherwise than it was quoted",
    working:
      "billed 22.00 with 1.50 tax: 20.50 USD × 0.92 = 18.86, whatever the quote of 20.00 said. 40.00 − 18.86 = 21.14",
    given: {
      ...{ currency: "EUR", lines: [{ price: "40.00" }] },
      costs: [
        { currency: "USD", base: "20.00", total: "20.00", estimated: true, billed: { total: "22.00", tax: "1.50" } },
      ],
      rules: { rates: [rate("USD", "EUR", "0.92")] },
    },
    figures: ["40.00", "0.00", "0.00", "0.00", "18.86", "21.14"],
    also: { estimated: false },
  },
];

it("twenty orders in three currencies are worked out by hand", () => {
  expect(BY_HAND).toHaveLength(20);
  expect(new Set(BY_HAND.map(({ given }) => given.currency ?? "USD"))).toEqual(new Set(["USD", "EUR", "JPY"]));
});

it.each(BY_HAND)("$name: $working", ({ given, figures, also }) => {
  const order = counted(given);
  const profit = orderProfit(order, rulesOf(given));
  const { netSales, shipping, tax, fees, cost, profit: earned } = profit ?? {};
  expect([netSales, shipping, tax, fees, cost, earned]).toEqual(figures);
  const printed = new Set(order.lines.filter((line) => line.printed).map((line) => line.gid));
  const revenue = orderRevenue(order, (id) => printed.has(id), rulesOf(given));
  if (also) expect({ ...revenue, ...profit }).toMatchObject(also);
});

it("what is not known is none, and never 0", () => {
  const given: Given = { lines: [{ price: "40.00" }], costs: [{ currency: "EUR", total: "20.00", base: "20.00" }] };
  const withoutRate = orderProfit(counted(given), DEFAULTS);
  expect(withoutRate).toMatchObject({ netSales: "40.00", cost: null, profit: null });
  expect(withoutRate?.days.find(({ productGid, orders }) => productGid === "" && orders)).toMatchObject({
    unknownCost: 1,
  });
  const noMoney = orderProfit({ ...counted({ ...given, costs: ["20.00"] }), money: null }, DEFAULTS);
  expect(noMoney).toMatchObject({ netSales: null, cost: "20.00", profit: null });
  expect(noMoney?.days.find(({ productGid, orders }) => productGid === "" && orders)).toMatchObject({
    unknownSales: 1,
  });
  const fee = { ...DEFAULTS, paymentFee: { percent: "0", fixed: "0.25", currency: "EUR" } };
  expect(orderProfit(counted({ ...given, costs: ["20.00"] }), fee)).toMatchObject({ fees: null, profit: null });
});

it("printed lines that cost nothing bear the fee of the order, and an order without a printed line bears none", () => {
  const fee = { paymentFee: { percent: "0", fixed: "0.30" } };
  const free = { lines: [{ price: "0.00" }], shipping: { charged: "5.00" }, costs: ["1.00"], rules: fee };
  expect(orderProfit(counted(free), rulesOf(free))).toMatchObject({ fees: "0.30", profit: "3.70" });
  const others = { ...free, lines: [{ price: "0.00", other: true }] };
  expect(orderProfit(counted(others), rulesOf(others))).toMatchObject({ fees: "0.00" });
});

it("an order that is not sent yet has no cost yet, and one of which more is to be sent neither", () => {
  expect(orderProfit(counted({ lines: [{ price: "40.00" }] }), DEFAULTS)).toMatchObject({ cost: null, profit: null });
  const partly = { ...counted({ lines: [{ price: "40.00" }], costs: ["12.00"] }), isOpen: true };
  expect(orderProfit(partly, DEFAULTS)).toMatchObject({ cost: null, profit: null });
});

it("the print service's tax is a cost where the store says so, and a refunded piece costs no goods", () => {
  const taxed = { lines: [{ price: "40.00" }], costs: [{ base: "20.00", tax: "1.60", total: "20.00" }] };
  expect(orderProfit(counted(taxed), { ...DEFAULTS, countProviderTax: true })).toMatchObject({ cost: "21.60" });
  const lines = [{ base: "20.00", shipping: "5.00", tax: "0", total: "25.00" }];
  const order = counted({ lines: [{ price: "30.00", ordered: 2 }], costs: [{ base: "20.00", total: "25.00", lines }] });
  const refunded = order.submissions.map((one) => ({
    ...one,
    lines: one.lines.map((line) => ({ ...line, refunded: 1 })),
  }));
  expect(orderProfit({ ...order, submissions: refunded }, DEFAULTS)).toMatchObject({ cost: "15.00", estimated: true });
});

const cents = fc.integer({ min: 0, max: 100_000 });
const inCents = (count: number) => new Decimal(count).dividedBy(100).toFixed(2);
const anyOrder: fc.Arbitrary<Given> = fc
  .record({
    currency: fc.constantFrom("USD", "JPY", "KWD"),
    taxesIncluded: fc.boolean(),
    lines: fc.array(
      fc.record({
        price: cents,
        ordered: fc.integer({ min: 1, max: 5 }),
        sold: fc.nat(5),
        tax: fc.nat(500),
        other: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    shipping: cents,
    refunded: fc.nat(2_000),
    costs: fc.array(cents, { maxLength: 3 }),
    status: fc.constantFrom("paid", "pending", "refunded", "partially_refunded", "voided"),
    rule: fc.constantFrom("all" as const, "share" as const, "none" as const),
  })
  .map(({ currency, taxesIncluded, lines, shipping, refunded, costs, status, rule }) => ({
    ...{ currency, taxesIncluded, status, adjustment: `-${inCents(refunded)}` },
    lines: lines.map(({ price, ordered, sold, tax, other }) => ({
      ...{ price: inCents(price), ordered, current: Math.min(sold, ordered), tax: inCents(tax), other },
    })),
    shipping: { charged: inCents(shipping) },
    costs: costs.map(inCents),
    rules: { shipping: rule, paymentFee: { percent: "2.9", fixed: "0.30" } },
  }));

const partsOf = (given: Given): DayPart[] => orderProfit(counted(given), rulesOf(given))?.days ?? [];

it("the parts of an order's lines add up to the whole order, and the order to its figures", () => {
  fc.assert(
    fc.property(anyOrder, (given) => {
      const profit = orderProfit(counted(given), rulesOf(given));
      for (const key of [...AMOUNTS, "items" as const]) {
        const total = (isWhole: boolean) =>
          sumOf(
            (profit?.days ?? []).filter((part) => (part.productGid === "") === isWhole).map((part) => part[key] ?? 0),
          );
        expect(total(true).equals(total(false)), key).toBe(true);
        if (profit && (key === "netSales" || key === "cost" || key === "profit" || key === "fees"))
          expect(total(true).equals(profit[key] ?? 0), key).toBe(true);
      }
    }),
  );
});

it("whatever happens to orders, in any sequence, the rows of the days are the sums of what the orders are now", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), anyOrder), { maxLength: 12 }), (events) => {
      const now = new Map<number, DayPart[]>();
      let days: DayPart[] = [];
      for (const [order, given] of events) {
        days = dayChanges([], [...days, ...dayChanges(now.get(order) ?? [], partsOf(given))]);
        now.set(order, partsOf(given));
      }
      expect(days).toEqual(dayChanges([], [...now.values()].flat()));
      for (const part of days) for (const key of COUNTS) expect(part[key] ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});
