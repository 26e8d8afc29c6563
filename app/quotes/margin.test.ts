import fc from "fast-check";
import { expect, it } from "vitest";
import { marginPercent } from "./margin.ts";

const margin = (paid: string | null, cost: string, costCurrency = "USD") =>
  marginPercent({ paid, paidCurrency: "USD", cost, costCurrency });

it.each([
  ["30.00", "18.00", "40"],
  ["20", "25", "-25"],
  ["0.30", "0.10", "66.66"],
  ["3", "4", "-33.34"],
  ["10", "0", "100"],
])("paid %s, cost %s: %s %", (paid, cost, percent) => expect(margin(paid, cost)).toBe(percent));

it("cannot be told without a price, at nothing paid, or across currencies", () => {
  expect(margin(null, "1")).toBeNull();
  expect(margin("0.00", "1")).toBeNull();
  expect(margin("-1", "1")).toBeNull();
  expect(margin("10", "1", "EUR")).toBeNull();
});

it("never flatters, and is off by less than a hundredth", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (paid, cost) => {
      const percent = Number(margin((paid / 100).toFixed(2), (cost / 100).toFixed(2)));
      const exact = ((paid - cost) / paid) * 100;
      expect(percent).toBeLessThanOrEqual(exact + 1e-6);
      expect(percent).toBeGreaterThan(exact - 0.0100001);
    }),
  );
});
