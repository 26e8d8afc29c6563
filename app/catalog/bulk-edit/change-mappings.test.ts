import { afterAll, beforeAll, expect, it } from "vitest";
import { mapVariants } from "../map-variants.testing.ts";
import { mapping, openCatalogWorld, product, variant } from "../world.testing.ts";
import { changeMappings } from "./change-mappings.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const bulkVariant = (number: number) => ({
  variantGid: variant(number),
  productGid: product(1),
  storedAt: null,
});

it("four changes of the same mappings at once are all kept", async () => {
  const shop = await world.shop();
  await mapVariants(world.ctx, shop.id, [mapping(), mapping({ variantGid: variant(2) })]);
  const variants = [bulkVariant(1), bulkVariant(2), bulkVariant(3)];
  const outcomes = await Promise.all(
    ["a", "b", "c", "d"].map((letter) =>
      changeMappings(
        world.ctx,
        shop.id,
        variants,
        (stored) => stored && { ...stored, note: [...stored.note, letter].toSorted().join("") },
      ),
    ),
  );
  const expected = [
    [variant(1), "changed"],
    [variant(2), "changed"],
    [variant(3), "not_mapped"],
  ];
  expect(outcomes.map((one) => [...one])).toEqual(Array(4).fill(expected));
  const stored = await world.db.mapping.findMany({ where: { shopId: shop.id }, select: { note: true } });
  expect(stored).toEqual([{ note: "abcd" }, { note: "abcd" }]);
});
