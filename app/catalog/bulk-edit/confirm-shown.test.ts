import { afterAll, beforeAll, expect, it } from "vitest";
import type { ShopId } from "../../ports/ids.ts";
import { mapVariants } from "../map-variants.testing.ts";
import { mapping, openCatalogWorld, product, variant } from "../world.testing.ts";
import { applyBulkAction, type BulkAction } from "./bulk-actions.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

/** What became of the variants, by their numbers. */
async function apply(shopId: ShopId, numbers: readonly number[], action: BulkAction) {
  const variants = numbers.map((number) => ({
    variantGid: variant(number),
    productGid: product(1),
    storedAt: null,
  }));
  const outcomes = await applyBulkAction(world.ctx, shopId, variants, action);
  return Object.fromEntries([...outcomes].map(([gid, outcome]) => [gid.split("/").at(-1), outcome]));
}

it("keeps mappings of variants as staff saw them, and none that Shopify changed again since", async () => {
  const shop = await world.shop();
  const numbers = [1, 2, 3];
  await world.variants(shop.id, product(1), [...numbers, 4]);
  await mapVariants(
    world.ctx,
    shop.id,
    numbers.map((number) => mapping({ variantGid: variant(number) })),
  );
  await world.changeColor(shop.id);
  const shown = { [variant(1)]: "navy", [variant(2)]: "red" };
  expect(await apply(shop.id, [1, 2, 4], { kind: "confirm_mapping", shown })).toEqual({
    1: "changed",
    2: "outdated",
    4: "not_mapped",
  });
  expect(await world.changes(shop.id)).toEqual({ 1: null, 2: "options", 3: "options" });
  // As after a crash.
  expect(await apply(shop.id, [1], { kind: "confirm_mapping", shown })).toEqual({ 1: "changed" });
  // Of a whole list, no page shows each variant.
  expect(await apply(shop.id, numbers, { kind: "confirm_mapping" })).toEqual({
    1: "changed",
    2: "changed",
    3: "changed",
  });
  expect(await world.changes(shop.id)).toEqual({ 1: null, 2: null, 3: null });
});

it("accepts the files that staff saw, and none that replaced them since", async () => {
  const shop = await world.shop();
  const link = (name: string) => `https://art.example/${name}.png`;
  const replaced = async (name: string) => {
    const file = { type: "image/png", bytes: 1, sha256: `new ${name}`, etag: null, image: null, document: null };
    const about = { shopId: shop.id, link: link(name), host: "art.example", acceptedHash: `old ${name}` };
    await world.db.printFile.create({ data: { ...about, file, changedAt: world.ctx.clock.now() } });
  };
  for (const name of ["seen", "again", "unseen"]) await replaced(name);
  await mapVariants(world.ctx, shop.id, [
    mapping({ artworkFront: link("seen") }),
    mapping({ variantGid: variant(2), artworkFront: link("seen"), artworkBack: link("again") }),
    mapping({ variantGid: variant(3), artworkBack: link("unseen") }),
  ]);
  const open = async () => {
    const rows = await world.db.printFile.findMany({ where: { shopId: shop.id, changedAt: { not: null } } });
    return rows.map((row) => row.link).toSorted();
  };
  const shown = { [link("seen")]: "new seen", [link("again")]: "the one before" };
  const outcomes = { 1: "changed", 2: "outdated", 3: "outdated", 4: "not_mapped" };
  expect(await apply(shop.id, [1, 2, 3, 4], { kind: "use_new_files", shown })).toEqual(outcomes);
  expect(await open()).toEqual([link("again"), link("unseen")]);
  // As after a crash.
  expect(await apply(shop.id, [1, 2, 3, 4], { kind: "use_new_files", shown })).toEqual(outcomes);
  expect(await apply(shop.id, [2, 3], { kind: "use_new_files" })).toEqual({ 2: "changed", 3: "changed" });
  expect(await open()).toEqual([]);
});
