import fc from "fast-check";
import { expect, it } from "vitest";
import { isBelow, marginOf, type Margin } from "./margin.ts";
import type { PriceDiscrepancy } from "./basket.ts";

const price = (total: string, discrepancies: PriceDiscrepancy[] = []) => ({
  currency: "USD",
  total,
  discrepancies,
});
const paid = (subtotal: string | null, shipping: string | null = null, currency = "USD") => ({
  subtotal,
  shipping,
  currency,
});
const known = (total: string, subtotal: string, shipping: string | null = null): Margin & { known: true } => {
  const margin = marginOf(price(total), paid(subtotal, shipping));
  if (!margin.known) throw new Error(margin.reason);
  return margin;
};

it("has what was paid, the cost and the profit", () => {
  expect(known("18.00", "25.10", "4.90")).toEqual({
    known: true,
    paid: "30",
    cost: "18",
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
])("is unknown: %s", (reason, cost, from) => expect(marginOf(cost, from)).toEqual({ known: false, reason }));

it("uses the service's total where only a line differs", () => {
  expect(marginOf(price("4", ["line_differs"]), paid("10"))).toMatchObject({ known: true, profit: "6" });
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
