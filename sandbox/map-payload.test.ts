import { expect, test } from "vitest";
import { mappingBatches } from "./map-payload.ts";

const bodyOf = (variants: bigint[]) =>
  `{"line_items":[${variants.map((id) => `{"product_id": ${id + 5n}, "variant_id":${id}}`).join(",")}]}`;
const FIRST = 9_007_199_254_740_993n;

test("an order of 600 variants is mapped in requests that the app takes", () => {
  const variants = Array.from({ length: 600 }, (_, at) => FIRST + BigInt(at));
  const batches = mappingBatches(bodyOf(variants), "MUG-11OZ");
  expect(batches.map((batch) => batch.length)).toEqual([250, 250, 100]);
  const gids = batches.flat().map(({ variantGid }) => variantGid);
  expect(gids).toEqual(variants.map((id) => `gid://shopify/ProductVariant/${id}`));
});

test("ids above 2^53 stay as they are written, and each variant is mapped once", () => {
  expect(mappingBatches(bodyOf([FIRST, FIRST]), "MUG-11OZ")).toEqual([
    [
      expect.objectContaining({
        productGid: "gid://shopify/Product/9007199254740998",
        variantGid: "gid://shopify/ProductVariant/9007199254740993",
        itemSku: "MUG-11OZ",
      }),
    ],
  ]);
});

test("nothing to map is no request", () => {
  expect(mappingBatches('{"line_items":[]}', "MUG-11OZ")).toEqual([]);
});
