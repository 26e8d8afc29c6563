import { afterAll, beforeAll, expect, it } from "vitest";
import { mapVariants } from "./map-variants.testing.ts";
import { readVariantChanges } from "./variant-changes.ts";
import { storeVariants } from "./variant-copy.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import type { ShopId } from "../ports/ids.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const READ_LATER = new Date("2026-11-22T10:00:00Z");

type Options = Record<string, string>;
const optionsOf = (options: Options) => Object.entries(options).map(([name, value]) => ({ name, value }));

/** Mapped variants of product 1, by number from 1 on, that were deleted in Shopify. */
async function deleted(variants: readonly Options[]): Promise<ShopId> {
  const { id } = await world.shop();
  const numbers = variants.map((_, at) => at + 1);
  const more = (number: number) => ({ options: optionsOf(variants[number - 1] ?? {}) });
  await world.variants(id, product(1), numbers, more);
  await mapVariants(
    world.ctx,
    id,
    numbers.map((number) => mapping({ variantGid: variant(number) })),
  );
  await world.db.productVariant.updateMany({ where: { shopId: id }, data: { deletedAt: new Date() } });
  await world.db.mapping.updateMany({ where: { shopId: id }, data: { variantChange: "deleted" } });
  return id;
}

/** The variants that replace the mapped ones. */
async function replacements(shopId: ShopId): Promise<Record<string, string | undefined>> {
  const changes = await readVariantChanges(world.ctx, shopId, product(1));
  return Object.fromEntries(
    [...changes].map(([gid, change]) => [gid, "replacement" in change ? change.replacement?.gid : undefined]),
  );
}

/** Makes variants of product 1, numbered from 11 on. */
const add = (shopId: ShopId, variants: readonly Options[]) =>
  world.variants(
    shopId,
    product(1),
    variants.map((_, at) => at + 11),
    (number) => ({ options: optionsOf(variants[number - 11] ?? {}) }),
  );

it("a deleted variant is replaced by the one with the same value of each option", async () => {
  const couples = [
    { "His size": "M", "Her size": "L" },
    { "His size": "L", "Her size": "M" },
  ];
  const shopId = await deleted(couples);
  await add(shopId, couples.slice(0, 1));
  expect(await replacements(shopId)).toEqual({ [variant(1)]: variant(11), [variant(2)]: undefined });
  await world.db.productVariant.deleteMany({ where: { variantGid: variant(11) } });
  await add(shopId, [
    { "her size": "L", "his size": "M" },
    { "her size": "M", "his size": "L" },
  ]);
  expect(await replacements(shopId)).toEqual({ [variant(1)]: variant(11), [variant(2)]: variant(12) });
});

it("options that were all named anew are compared in their sequence", async () => {
  const shopId = await deleted([{ Color: "Black", Size: "M" }]);
  await add(shopId, [
    { Größe: "M", Farbe: "Black" },
    { Farbe: "black", Größe: "M" },
  ]);
  expect(await replacements(shopId)).toEqual({ [variant(1)]: variant(12) });
});

it.each([
  ["values that changed places", { "His size": "L", "Her size": "M" }, "options"],
  ["the options in another sequence", { "Her size": "l", "His size": "m" }, "details"],
  ["options with other names", { "Shirt 1": "M", "Shirt 2": "L" }, "details"],
])("a mapped variant with %s", async (_, now, kind) => {
  const { id } = await world.shop();
  await world.variants(id, product(1), [1], () => ({ options: optionsOf({ "His size": "M", "Her size": "L" }) }));
  await mapVariants(world.ctx, id, [mapping()]);
  const inShopify = {
    ...{ gid: variant(1), title: Object.values(now).join(" / "), sku: null, price: "20", position: 1 },
    ...{ options: optionsOf(now), requiresShipping: true },
    product: { gid: product(1), title: "Tees for two", status: "active" as const, giftCard: false },
  };
  await world.db.$transaction((tx) => storeVariants(tx, id, [inShopify], READ_LATER));
  const changes = await readVariantChanges(world.ctx, id, product(1));
  expect(changes.get(variant(1))?.kind).toBe(kind);
});
