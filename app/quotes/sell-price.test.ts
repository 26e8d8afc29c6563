import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PRICE_ENDINGS, type PriceEnding } from "../settings/settings.ts";
import { marginAt, sellPrice } from "./sell-price.ts";

const goal = (targetPercent: number, ending: PriceEnding = "none", currency = "USD") => ({
  ...{ targetPercent, ending, currency },
});
const costs = (cost: string, feePercent = "0", feeFixed = "0") => ({ cost, feePercent, feeFixed });

it.each([
  ["11.79", 40, "none", "USD", "19.65"],
  ["11.79", 40, "99", "USD", "19.99"],
  ["11.79", 40, "95", "USD", "19.95"],
  ["12.00", 40, "95", "USD", "20.95"],
  ["11.997", 40, "95", "USD", "20.95"],
  ["11.97", 40, "95", "USD", "19.95"],
  ["10", 0, "none", "USD", "10.00"],
  ["1000", 30, "99", "JPY", "1429"],
  ["1.001", 0, "none", "KWD", "1.001"],
  ["1.001", 0, "99", "KWD", "1.990"],
  ["7", 50, "99", "USDC", "14.99"],
] as const)("a cost of %s with %d %% left, ending %s, sells in %s for %s", (cost, target, ending, currency, price) =>
  expect(sellPrice(costs(cost), goal(target, ending, currency))).toBe(price),
);

it("covers the payment fee, too", () => {
  // 11.90 are 57.1 % of 20.8406….
  expect(sellPrice(costs("11.60", "2.9", "0.30"), goal(40))).toBe("20.85");
  expect(marginAt("20.85", costs("11.60", "2.9", "0.30"))).toBe("40.02");
  expect(marginAt("20.84", costs("11.60", "2.9", "0.30"))).toBe("39.99");
});

it("has no price where fee and target take everything", () => {
  expect(sellPrice(costs("10", "10"), goal(90))).toBeNull();
  expect(sellPrice(costs("10", "9.99"), goal(90))).toBe("100000.00");
});

it("has no margin at a price of nothing", () => expect(marginAt("0", costs("10"))).toBeNull());

const amount = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));

it("reaches the target with the price, and misses it with a cent less", () => {
  const fee = fc.record({
    feePercent: fc.integer({ min: 0, max: 500 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    feeFixed: fc.integer({ min: 0, max: 100 }).map((cents) => (cents / 100).toFixed(2)),
  });
  const target = fc.integer({ min: 0, max: 90 });
  fc.assert(
    fc.property(amount, fee, target, fc.constantFrom(...PRICE_ENDINGS), (cost, fees, percent, ending) => {
      const price = sellPrice({ cost, ...fees }, goal(percent, ending)) ?? "";
      const left = (at: Decimal.Value) =>
        new Decimal(at)
          .times(100 - percent)
          .minus(new Decimal(at).times(fees.feePercent))
          .dividedBy(100);
      const needed = new Decimal(cost).plus(fees.feeFixed);
      expect(left(price).greaterThanOrEqualTo(needed)).toBe(true);
      if (ending === "none") expect(left(new Decimal(price).minus("0.01")).lessThan(needed)).toBe(true);
      else expect(price.endsWith(`.${ending}`)).toBe(true);
    }),
  );
});
