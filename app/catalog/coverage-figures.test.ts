import fc from "fast-check";
import { expect, it } from "vitest";
import { coveragePercent, unitsToPrint } from "./coverage-figures.ts";

const units = fc.nat({ max: 1_000_000 });
const coverage = fc.record({
  automatic: units,
  gaps: fc.record({
    ...{ not_mapped: units, variant_changed: units, sku_rejected: units, file_unreadable: units, file_replaced: units },
    ...{ excluded_in_shopify: units, artwork: units, approval: units },
  }),
});

it("the percentage is whole, 100 only where nothing needs a person, and none where nothing is to be printed", () => {
  fc.assert(
    fc.property(coverage, (sold) => {
      const percent = coveragePercent(sold);
      const toPrint = unitsToPrint(sold);
      if (percent === null) return expect(toPrint).toBe(0);
      expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
      expect(percent === 100).toBe(sold.automatic === toPrint);
    }),
  );
});

it("one item of a thousand that needs a person shows", () => {
  const ofFiles = { file_unreadable: 0, file_replaced: 0, artwork: 0 };
  const gaps = { ...ofFiles, not_mapped: 1, excluded_in_shopify: 0, variant_changed: 0, sku_rejected: 0, approval: 0 };
  expect(coveragePercent({ automatic: 999, gaps })).toBe(99);
});
