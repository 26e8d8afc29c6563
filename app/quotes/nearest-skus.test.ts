import fc from "fast-check";
import { expect, it } from "vitest";
import { nearestSkus } from "./nearest-skus.ts";

const SKUS = ["MUG-11OZ", "TEE-BLACK-L", "TEE-BLACK-M", "TEE-WHITE-M", "UNISEX_BLACK_M"];

it.each([
  ["tee-bl", ["TEE-BLACK-L", "TEE-BLACK-M"]],
  ["black", ["TEE-BLACK-L", "TEE-BLACK-M", "UNISEX_BLACK_M"]],
  ["white tee", ["TEE-WHITE-M"]],
  ["TEE-BLAKC-M", ["TEE-BLACK-M"]],
  ["unisex_blak", ["UNISEX_BLACK_M"]],
  ["poster", []],
])("%s: %o", (typed, near) => expect(nearestSkus(typed, SKUS, 8)).toEqual(near));

it("suggests SKUs of the list only, each once, and what was typed first", () => {
  const sku = fc.stringMatching(/^[A-Z0-9_-]{1,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(sku, { minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 8 }), (skus, at, max) => {
      const typed = skus[at % skus.length] ?? "";
      const near = nearestSkus(typed, skus, max);
      expect(near.length).toBeLessThanOrEqual(max);
      expect(new Set(near).size).toBe(near.length);
      expect(near[0]?.startsWith(typed)).toBe(true);
    }),
  );
});
