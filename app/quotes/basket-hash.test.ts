import fc from "fast-check";
import { expect, it } from "vitest";
import type { Basket } from "./model.ts";
import { canonical, questionHash } from "./basket-hash.ts";

const item = fc.record({
  itemSku: fc.oneof(fc.constantFrom("TEE", "tee", "MUG", 'A","B'), fc.string()),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const basket = fc.record({
  countryCode: fc.constantFrom("US", "CA"),
  provinceCode: fc.constantFrom("OR", "CA", "US"),
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
});
/** What makes a question, said another way than the code says it. */
const essence = ({ countryCode, provinceCode, items }: Basket) =>
  JSON.stringify([countryCode, provinceCode, items.map((one) => JSON.stringify([one.itemSku, one.quantity])).sort()]);

it("is one for the same items in any order", () => {
  const pair = basket.chain((one) =>
    fc.tuple(
      fc.constant(one),
      fc.shuffledSubarray(one.items, { minLength: one.items.length, maxLength: one.items.length }),
    ),
  );
  fc.assert(
    fc.property(pair, ([one, items]) => {
      expect(questionHash({ ...one, items })).toBe(questionHash(one));
      expect(canonical({ ...one, items })).toEqual(canonical(one));
    }),
  );
});

it("is another one for another basket or another place", () => {
  fc.assert(
    fc.property(basket, basket, (one, other) => {
      expect(questionHash(one) === questionHash(other)).toBe(essence(one) === essence(other));
    }),
  );
});

it("keeps two items of one SKU apart, as an order does", () => {
  const to = { countryCode: "US", provinceCode: "OR" };
  const items = [1, 2].map((quantity) => ({ itemSku: "TEE", quantity }));
  expect(questionHash({ ...to, items })).not.toBe(questionHash({ ...to, items: [{ itemSku: "TEE", quantity: 3 }] }));
});
