import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Quote } from "../ports/print-service.ts";
import { isInconsistentLine, linesTotal, priceOf } from "./price-basket.ts";

const FROM = { currency: "USD", askedAt: new Date("2026-11-21T09:00:00Z") };
const text = (cents: number) => (cents / 100).toFixed(2);
const cents = (amount: string) => Math.round(Number(amount) * 100);

interface Draft {
  itemSku: string;
  quantity: number;
  base: number;
  fee: number;
  tax: number;
}
const amount = fc.integer({ min: 0, max: 1_000_000 });
const draft: fc.Arbitrary<Draft> = fc.record({
  itemSku: fc.constantFrom("TEE", "MUG", "TOTE", "CAP"),
  quantity: fc.integer({ min: 1, max: 999 }),
  base: amount,
  fee: amount,
  tax: amount,
});
const drafts = fc.array(draft, { minLength: 1, maxLength: 12 });

const lineTotal = (d: Draft) => d.base * d.quantity + d.fee;
const total = (from: readonly Draft[]) => from.reduce((sum, d) => sum + lineTotal(d), 0);

/** A quote that adds up. */
const quoteFor = (from: readonly Draft[]): Quote => ({
  totalPrice: text(total(from)),
  lines: from.map((d) => ({
    itemSku: d.itemSku,
    quantity: d.quantity,
    baseCost: text(d.base),
    shippingFee: text(d.fee),
    taxFee: text(d.tax),
    totalPrice: text(lineTotal(d)),
  })),
});
const keysOf = (lines: readonly { itemSku: string; quantity: number }[]) =>
  lines.map((line) => `${line.itemSku} ${line.quantity}`);

describe("a quote that adds up", () => {
  it("has goods and shipping that make up the total, to the cent, and no discrepancies", () => {
    fc.assert(
      fc.property(drafts, (from) => {
        const price = priceOf(quoteFor(from), from, FROM);
        expect(price.discrepancies).toEqual([]);
        expect(cents(price.goods) + cents(price.shipping)).toBe(total(from));
        expect(cents(linesTotal(price.lines))).toBe(total(from));
        expect(cents(price.tax)).toBe(from.reduce((sum, d) => sum + d.tax, 0));
      }),
    );
  });

  it("shows plain decimals: no exponent, no noise", () => {
    fc.assert(
      fc.property(drafts, (from) => {
        const { goods, shipping, tax, lines } = priceOf(quoteFor(from), from, FROM);
        for (const shown of [goods, shipping, tax, ...lines.map((line) => line.goods)])
          expect(shown).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });

  it("tolerates floating-point noise", () => {
    const from = [{ itemSku: "TEE", quantity: 3, base: 10, fee: 20, tax: 0 }];
    expect(priceOf({ ...quoteFor(from), totalPrice: "0.5000000000000001" }, from, FROM).discrepancies).toEqual([]);
  });
});

describe("the order of the lines", () => {
  it("is the order of the items, however the service answers", () => {
    const shuffled = drafts.chain((from) =>
      fc.tuple(fc.constant(from), fc.shuffledSubarray(from, { minLength: from.length, maxLength: from.length })),
    );
    fc.assert(
      fc.property(shuffled, ([requested, answered]) => {
        expect(keysOf(priceOf(quoteFor(answered), requested, FROM).lines)).toEqual(keysOf(requested));
      }),
    );
  });

  it("loses no line where the service joins the lines of a SKU", () => {
    const requested = [
      { itemSku: "TEE", quantity: 1 },
      { itemSku: "MUG", quantity: 2 },
      { itemSku: "TEE", quantity: 4 },
    ];
    const answered = [
      { itemSku: "MUG", quantity: 2, base: 435, fee: 449, tax: 0 },
      { itemSku: "TEE", quantity: 5, base: 780, fee: 449, tax: 0 },
    ];
    expect(keysOf(priceOf(quoteFor(answered), requested, FROM).lines)).toEqual(["TEE 5", "MUG 2"]);
  });
});

describe("discrepancies", () => {
  it("arise about the total exactly when it is off by more than a cent a line", () => {
    fc.assert(
      fc.property(drafts, fc.integer({ min: -30, max: 30 }), (from, off) => {
        const quote = { ...quoteFor(from), totalPrice: text(total(from) + off) };
        const { discrepancies } = priceOf(quote, from, FROM);
        expect(discrepancies).toEqual(Math.abs(off) > from.length ? ["total_differs"] : []);
      }),
    );
  });

  it("arise about a line exactly when its total is neither with nor without its tax", () => {
    fc.assert(
      fc.property(draft, fc.integer({ min: -1_000, max: 1_000_000 }), (one, off) => {
        const quote = quoteFor([one]);
        const lines = quote.lines.map((line) => ({ ...line, totalPrice: text(lineTotal(one) + off) }));
        const price = priceOf({ totalPrice: text(total([one]) + off), lines }, [one], FROM);
        const differs = Math.abs(off) > 1 && Math.abs(off - one.tax) > 1;
        expect(price.discrepancies).toEqual(differs ? ["line_differs"] : []);
        expect(price.lines.map(isInconsistentLine)).toEqual([differs]);
      }),
    );
  });
});
