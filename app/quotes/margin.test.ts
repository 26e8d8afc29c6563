import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gidOf } from "../ports/gid.ts";
import type { OrderMoney } from "../ports/order-model.ts";
import { shopSettings } from "../settings/settings.ts";
import { costAsSent, isBelow, marginOf, paidAmounts, type Margin } from "./margin.ts";
import type { PriceDiscrepancy } from "./basket.ts";

const price = (total: string, discrepancies: PriceDiscrepancy[] = []) => ({
  currency: "USD",
  total,
  discrepancies,
});
const paid = (subtotal: string | null, shipping: string | null = null, currency = "USD") => ({
  subtotal,
  shipping,
  fees: "0",
  currency,
});
const DAY = { day: "2026-11-30", rates: [] };
const known = (total: string, subtotal: string, shipping: string | null = null): Margin & { known: true } => {
  const margin = marginOf(price(total), paid(subtotal, shipping), DAY);
  if (!margin.known) throw new Error(margin.reason);
  return margin;
};

it("has what was paid, the cost and the profit", () => {
  expect(known("18.00", "25.10", "4.90")).toEqual({
    known: true,
    paid: "30",
    cost: "18",
    fees: "0",
    profit: "12",
    percent: "40",
    currency: "USD",
  });
});

it.each([
  ["20", "25", "-25"],
  ["0.30", "0.10", "66.66"],
  ["3", "4", "-33.34"],
  ["10", "0", "100"],
])("paid %s, cost %s: %s %", (subtotal, total, percent) => expect(known(total, subtotal).percent).toBe(percent));

it("has no percentage where nothing was paid, but a loss", () => {
  expect(known("12.5", "0.00")).toMatchObject({ profit: "-12.5", percent: null });
  expect(known("1", "-1")).toMatchObject({ profit: "-2", percent: null });
});

it.each([
  ["paid_unknown", price("1"), paid(null, "5")],
  ["currencies_differ", price("1"), paid("10", "0", "EUR")],
  ["price_inconsistent", price("1", ["total_differs"]), paid("10")],
])("is unknown: %s", (reason, cost, from) => expect(marginOf(cost, from, DAY)).toEqual({ known: false, reason }));

it("uses the service's total where only a line differs", () => {
  expect(marginOf(price("4", ["line_differs"]), paid("10"), DAY)).toMatchObject({ known: true, profit: "6" });
});

it.each([
  ["10", "7", 30, false],
  ["10", "7.01", 30, true],
  ["10", "11", -10, false],
  ["0", "1", -100, true],
  ["0", "0", 50, false],
])("paid %s, cost %s, at least %d %: below is %s", (subtotal, total, minimum, below) =>
  expect(isBelow(known(total, subtotal), minimum)).toBe(below),
);

const cents = fc.integer({ min: 1, max: 10_000_000 }).map((n) => ({ n, text: (n / 100).toFixed(2) }));

it("is never rounded up, and is off by less than a hundredth", () => {
  fc.assert(
    fc.property(cents, cents, (income, cost) => {
      const percent = Number(known(cost.text, income.text).percent);
      const exact = ((income.n - cost.n) / income.n) * 100;
      expect(percent).toBeLessThanOrEqual(exact + 1e-6);
      expect(percent).toBeGreaterThan(exact - 0.0100001);
    }),
  );
});

it("profit and cost make up what was paid, to the cent", () => {
  fc.assert(
    fc.property(cents, cents, cents, (subtotal, shipping, cost) => {
      const margin = known(cost.text, subtotal.text, shipping.text);
      expect(Math.round(Number(margin.profit) * 100)).toBe(subtotal.n + shipping.n - cost.n);
    }),
  );
});

const rate = (from: string, to: string, value: string, since: string) => ({ from, to, rate: value, since });

it("converts what the print service bills by the newest rate of the day, in either direction", () => {
  const rates = [rate("EUR", "USD", "1.25", "2026-11-01"), rate("USD", "EUR", "0.90", "2026-12-01")];
  const at = (day: string) => marginOf(price("10.01"), paid("20", "4", "EUR"), { day, rates });
  expect(at("2026-11-30")).toMatchObject({ cost: "8.01", profit: "15.99", percent: "66.62", currency: "EUR" });
  expect(at("2026-12-01")).toMatchObject({ cost: "9.01", profit: "14.99" });
  expect(at("2026-10-31")).toEqual({ known: false, reason: "currencies_differ" });
  expect(
    marginOf(price("10"), paid("4000", null, "JPY"), {
      day: "2026-11-30",
      rates: [rate("USD", "JPY", "151.555", "2026-01-01")],
    }),
  ).toMatchObject({
    ...{ cost: "1516", profit: "2484" },
  });
});

it("takes off the payment fee, and is unknown without it", () => {
  const from = { ...paid("25", "5"), fees: "1.17" };
  expect(marginOf(price("18"), from, DAY)).toMatchObject({ fees: "1.17", profit: "10.83", percent: "36.1" });
  expect(marginOf(price("18"), { ...from, fees: null }, DAY)).toEqual({ known: false, reason: "fees_unknown" });
});

it("costs what the settings say that a faster method adds, of that country and method, and tax where that counts", () => {
  const settings = shopSettings.parse({ fasterShippingCosts: { "US-1": "6.50", "AU-1": "9" } });
  const cost = (countryCode: string, method: 1 | 2 | null, with_ = settings) =>
    costAsSent({ total: "12.00", tax: "0.84" }, { countryCode, method }, with_);
  expect(cost("US", null)).toEqual({ total: "12", extra: "0", unknown: null });
  expect(cost("US", 1)).toEqual({ total: "18.5", extra: "6.50", unknown: null });
  expect(cost("AU", 1)).toMatchObject({ total: "21", unknown: null });
  expect(cost("US", 2)).toEqual({ total: "12", extra: "0", unknown: "faster_shipping" });
  const taxed = shopSettings.parse({ profit: { countProviderTax: true } });
  expect(cost("US", null, taxed)).toEqual({ total: "12.84", extra: "0", unknown: null });
  const noTax = { total: "12.00", tax: "0", fromFees: { taxKnown: false } };
  expect(costAsSent(noTax, { countryCode: "US", method: "DHL" }, taxed)).toMatchObject({ total: "12", unknown: "tax" });
  expect(costAsSent(noTax, { countryCode: "US", method: "DHL" }, settings)).toMatchObject({ unknown: null });
});

describe("what the customer paid", () => {
  const [print, other] = [gidOf("LineItem", "1"), gidOf("LineItem", "2")];
  const line = (gid: typeof print, price: string) => ({
    ...{ gid, ordered: 1, current: 1, requiresShipping: true, price, discount: "0", tax: "0" },
  });
  const money: OrderMoney = {
    ...{ currency: "USD", presentment: null, taxesIncluded: false, adjustment: "0", giftCards: "none" },
    lines: [line(print, "30.00"), line(other, "10.00")],
    shipping: { charged: "8.00", current: "8.00", tax: "0" },
  };
  const sold = { subtotal: "30.00", shipping: "8.00", currency: "USD", money, financialStatus: "paid", day: DAY.day };
  const counted = (profit: object, over: object = {}) =>
    paidAmounts({ ...sold, ...over }, (gid) => gid === print, shopSettings.parse({ profit }));

  it("counts shipping by the setting", () => {
    expect(counted({})).toEqual({ subtotal: "30.00", shipping: "8.00", fees: "0", currency: "USD" });
    expect(counted({ shipping: "share" })).toMatchObject({ shipping: "6.00" });
    expect(counted({ shipping: "none" })).toMatchObject({ shipping: "0" });
    // A supplement: what was paid for shipping was paid for what was sent first.
    expect(counted({ shipping: "share" }, { shipping: "0" })).toMatchObject({ shipping: "0" });
    expect(counted({ shipping: "share" }, { money: null })).toMatchObject({ shipping: null });
  });

  it("has the printed goods' part of the payment fee", () => {
    const paymentFee = { percent: "2.5", fixed: "0.40" };
    // 2.5 % of 48.00 and 0.40 are 1.60, of which 30 / 40 are 1.20.
    expect(counted({ paymentFee })).toMatchObject({ fees: "1.20" });
    expect(counted({ paymentFee }, { money: null })).toMatchObject({ fees: null });
    expect(counted({ paymentFee: { ...paymentFee, currency: "EUR" } })).toMatchObject({ fees: null });
  });
});
