import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalBasket, basketHash, type Basket } from "./basket.ts";

const item = fc.record({
  itemSku: fc.oneof(fc.constantFrom("TEE", "tee", "MUG", 'A","B'), fc.string()),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const basket = fc.record({
  countryCode: fc.constantFrom("US", "CA"),
  provinceCode: fc.constantFrom("OR", "CA", "US"),
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
});
/** The same for equal baskets, computed in another way than in the code. */
const expectedIdentity = ({ countryCode, provinceCode, items }: Basket) =>
  JSON.stringify([countryCode, provinceCode, items.map((one) => JSON.stringify([one.itemSku, one.quantity])).sort()]);

it("a hash is the same for the same items in any order", () => {
  const pair = basket.chain((one) =>
    fc.tuple(
      fc.constant(one),
      fc.shuffledSubarray(one.items, { minLength: one.items.length, maxLength: one.items.length }),
    ),
  );
  fc.assert(
    fc.property(pair, ([one, items]) => {
      expect(basketHash({ ...one, items })).toBe(basketHash(one));
      expect(canonicalBasket({ ...one, items })).toEqual(canonicalBasket(one));
    }),
  );
});

it("a hash differs for another basket or another place", () => {
  fc.assert(
    fc.property(basket, basket, (one, other) => {
      expect(basketHash(one) === basketHash(other)).toBe(expectedIdentity(one) === expectedIdentity(other));
    }),
  );
});

it("a hash keeps two items of one SKU apart, as an order does", () => {
  const to = { countryCode: "US", provinceCode: "OR" };
  const items = [1, 2].map((quantity) => ({ itemSku: "TEE", quantity }));
  expect(basketHash({ ...to, items })).not.toBe(basketHash({ ...to, items: [{ itemSku: "TEE", quantity: 3 }] }));
});

it("a basket without a service has the hash that is kept since before there were services", () => {
  const one = { countryCode: "US", provinceCode: "IL", items: [{ itemSku: "TEE-BLACK-M", quantity: 2 }] };
  expect(basketHash(one)).toBe("03130f719cfa12b12b75394f4e13fe8aa6ea1c86e1d11fde48c062ee954d4258");
  expect(basketHash({ ...one, service: "PRIORITY" })).not.toBe(basketHash(one));
});
