import { afterAll, beforeAll, expect, it } from "vitest";
import { keepMapping } from "./variant-changes.ts";
import { mapVariants } from "./map-variants.testing.ts";
import { syncMappedVariants, lockToStoreVariants, storeVariants } from "./variant-copy.ts";
import { lockToSaveMappings } from "./mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import type { ShopId } from "../ports/ids.ts";
import { untilBlocked } from "../../tests/support/held-lock.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const shirt = (color: string) => ({
  ...{ gid: variant(1), title: color, sku: null, price: "20", position: 1, requiresShipping: true },
  options: [{ name: "Color", value: color }],
  product: { gid: product(1), title: "Tee", status: "active" as const, giftCard: false },
});
const stored = (shopId: ShopId) => world.db.mapping.findFirstOrThrow({ where: { shopId } });

/** Stores the shirt as Shopify has it; `meanwhile` runs before that is committed. */
async function store<T>(shopId: ShopId, color: string, meanwhile?: () => Promise<T>): Promise<T | undefined> {
  let outcome: Promise<T> | undefined;
  await world.db.$transaction(async (tx) => {
    expect(await lockToStoreVariants(tx, shopId)).toBe(true);
    await storeVariants(tx, shopId, [shirt(color)], world.ctx.clock.now());
    outcome = meanwhile?.();
    if (outcome) await untilBlocked(world.pool, 1, outcome);
  });
  return outcome;
}

it("a mapping that is saved while its variant is stored knows the variant", async () => {
  const { id } = await world.shop();
  await store(id, "Black", () => mapVariants(world.ctx, id, [mapping()]));
  expect(await stored(id)).toMatchObject({ mappedTitle: "Black", variantChange: null });
  await store(id, "Navy");
  expect(await stored(id)).toMatchObject({ mappedTitle: "Black", variantChange: "options" });
});

it("a variant that is stored while its mapping is saved is what was mapped", async () => {
  const { id } = await world.shop();
  let outcome: Promise<unknown> | undefined;
  await world.db.$transaction(async (tx) => {
    await lockToSaveMappings(tx, id);
    await tx.mapping.create({
      data: { ...mapping(), id: world.ctx.ids.uuid(), shopId: id, updatedAt: world.ctx.clock.now() },
    });
    await syncMappedVariants(tx, id, [variant(1)]);
    outcome = store(id, "Black");
    await untilBlocked(world.pool, 1, outcome);
  });
  await outcome;
  expect(await stored(id)).toMatchObject({ mappedTitle: "Black", variantChange: null });
});

it("a mapping is not kept for a variant of which another change is being stored", async () => {
  const { id } = await world.shop();
  await store(id, "Black");
  await mapVariants(world.ctx, id, [mapping()]);
  await store(id, "Navy");
  const { factsHash } = await world.db.productVariant.findFirstOrThrow({ where: { shopId: id } });
  expect(await store(id, "Red", () => keepMapping(world.ctx, id, { variantGid: variant(1), factsHash }))).toBe(false);
  expect(await stored(id)).toMatchObject({ mappedTitle: "Black", variantChange: "options" });
});
