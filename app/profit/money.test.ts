import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { amountText, convert, grossMargin, minorDigits, spread, sumOf } from "./money.ts";

const currency = fc.constantFrom("USD", "EUR", "JPY", "KWD");

it("an amount has as many places as its currency", () => {
  expect(["USD", "JPY", "KWD", "USDC"].map(minorDigits)).toEqual([2, 0, 3, 2]);
  expect(amountText("2.345", "USD")).toBe("2.35");
  expect(amountText("2.345", "JPY")).toBe("2");
  expect(amountText("2.345", "KWD")).toBe("2.345");
});

it("the parts of an amount add up to it, and each is within one unit of its share", () => {
  fc.assert(
    fc.property(
      currency,
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 }),
      (code, units, weights) => {
        const unit = new Decimal(10).pow(-minorDigits(code));
        const amount = unit.times(units);
        const parts = spread(amount, weights, code);
        expect(sumOf(parts).equals(amount)).toBe(true);
        const total = sumOf(weights);
        for (const [at, part] of parts.entries()) {
          expect(part.modulo(unit).isZero()).toBe(true);
          const share = total.isZero()
            ? amount.dividedBy(weights.length)
            : amount.times(weights[at] ?? 0).dividedBy(total);
          expect(part.minus(share).abs().lessThanOrEqualTo(unit)).toBe(true);
        }
      },
    ),
  );
});

it("the cents that remain go to the largest remainders", () => {
  expect(spread("10.00", [1, 1, 1], "USD").map(String)).toEqual(["3.34", "3.33", "3.33"]);
  expect(spread("-0.05", [3, 1], "USD").map(String)).toEqual(["-0.04", "-0.01"]);
  expect(spread("100", [1, 2], "JPY").map(String)).toEqual(["33", "67"]);
});

it("an amount is converted by the newest rate of its day, in either direction, or stays unknown", () => {
  const rates = [
    { from: "USD", to: "EUR", rate: "0.9", since: "2026-01-01" },
    { from: "USD", to: "EUR", rate: "0.8", since: "2026-06-01" },
  ];
  const inEuros = (day: string) => convert("10", { from: "USD", to: "EUR", day, rates })?.toFixed() ?? null;
  expect([inEuros("2025-12-31"), inEuros("2026-05-31"), inEuros("2026-06-01")]).toEqual([null, "9", "8"]);
  expect(convert("8", { from: "EUR", to: "USD", day: "2026-07-01", rates })?.toFixed()).toBe("10");
  expect(convert("8", { from: "EUR", to: "JPY", day: "2026-07-01", rates })).toBeNull();
  expect(convert("8", { from: "JPY", to: "JPY", day: "2026-07-01", rates: [] })?.toFixed()).toBe("8");
});

it("a margin is what remains of the revenue, and none where nothing was earned", () => {
  expect(grossMargin("30", "20")).toEqual({ profit: "10", percent: "33.33" });
  expect(grossMargin("0", "5")).toEqual({ profit: "-5", percent: null });
});
