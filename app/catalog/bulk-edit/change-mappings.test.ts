import { afterAll, beforeAll, expect, it } from "vitest";
import { mapVariants } from "../map-variants.testing.ts";
import { mapping, openCatalogWorld, product, variant } from "../world.testing.ts";
import { applyBulkAction, type BulkAction } from "./bulk-actions.ts";
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

it("a bulk edit that leaves the SKU leaves what Shopify changed of a variant to be reviewed", async () => {
  const shop = await world.shop();
  await world.variants(shop.id, product(1), [1, 2, 3]);
  await mapVariants(
    world.ctx,
    shop.id,
    [1, 2, 3].map((number) => mapping({ variantGid: variant(number) })),
  );
  await world.changeColor(shop.id);
  const apply = (number: number, action: BulkAction) =>
    applyBulkAction(world.ctx, shop.id, [bulkVariant(number)], action);
  for (const number of [1, 2, 3])
    await apply(number, { kind: "set_artwork", side: "artworkFront", link: "https://art.example/front.png" });
  expect(await world.changes(shop.id)).toEqual({ 1: "options", 2: "options", 3: "options" });
  await apply(1, { kind: "set_sku", itemSku: "TEE-NAVY-M" });
  await apply(2, { kind: "confirm_mapping" });
  expect(await world.changes(shop.id)).toEqual({ 1: null, 2: null, 3: "options" });
});
