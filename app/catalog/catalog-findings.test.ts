import { afterAll, beforeAll, expect, it } from "vitest";
import type { CatalogVariant } from "../ports/print-service.ts";
import { storeProducts } from "../print-catalog/store.ts";
import { countCatalogFindings, mendRenamed, readCatalogFindings } from "./catalog-findings.ts";
import { saveValidMappings } from "./save-valid-mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const AT = new Date("2026-11-21T02:00:00Z");

function sold(itemSku: string, look: { color?: string; hex?: string; size?: string } = {}, more = {}): CatalogVariant {
  const attributes = [
    { name: "Color", value: look.color ?? "", hexColor: look.hex ?? null },
    { name: "Size", value: look.size ?? "", hexColor: null },
  ];
  return {
    itemSku,
    title: itemSku,
    oldSkus: [],
    variantId: null,
    availability: null,
    attributes,
    locations: [],
    ...more,
  };
}

type Shop = Awaited<ReturnType<typeof world.shop>>;

/** The catalog of the shop's account has one product of these variants, of which some are gone. */
async function catalog({ printAccountId }: Shop, variants: CatalogVariant[], gone: string[] = []) {
  const tee = { code: "TEE", name: "Catalog tee", pictureUrl: "", templateUrl: "", variants };
  await storeProducts(world.ctx, printAccountId, [tee], AT);
  const where = { printAccountId, itemSku: { in: gone } };
  await world.db.catalogVariant.updateMany({ where, data: { goneAt: AT } });
  const copy = { printAccountId, source: "service" as const, copiedAt: AT };
  await world.db.catalogCopy.upsert({ where: { printAccountId }, create: copy, update: copy });
}

async function map(shop: Shop, ...skus: string[]) {
  const rows = skus.map((itemSku, at) => ({
    ...mapping({ itemSku, variantGid: variant(at + 1), productGid: product(1) }),
    ...{ saveAnyway: true, shown: null },
  }));
  await saveValidMappings(world.ctx, shop, rows);
}

const skus = async ({ id: shopId }: Shop) =>
  (await world.db.mapping.findMany({ where: { shopId }, orderBy: { variantGid: "asc" } })).map((row) => row.itemSku);

it("tells which mapped SKUs have another SKU now, are gone, or are out of stock", async () => {
  const shop = await world.shop();
  await world.variants(shop.id, product(1), [1]);
  await map(shop, "OLD-A", "GONE-B", "OUT-C", "FINE-D", "UNKNOWN-E", "GONE-B", "TWICE-F");
  await catalog(
    shop,
    [
      sold("NEW-A", { color: "Red", size: "M" }, { oldSkus: ["OLD-A", "TWICE-F"] }),
      sold("GONE-B", { color: "Red", size: "L" }),
      sold("OUT-C", { color: "Red", size: "XL" }, { availability: "out of stock", oldSkus: ["TWICE-F"] }),
      sold("FINE-D", { color: "Blue", size: "L" }),
    ],
    ["GONE-B"],
  );
  expect(await countCatalogFindings(world.ctx, shop)).toEqual({ renamed: 1, gone: 1, out_of_stock: 1 });
  expect(await readCatalogFindings(world.ctx, shop, "renamed")).toMatchObject([
    { itemSku: "OLD-A", newSku: "NEW-A", variants: 1, productTitle: "Tee", substitutes: [] },
  ]);
  const [gone, another] = await readCatalogFindings(world.ctx, shop, "gone");
  expect(another).toBeUndefined();
  expect(gone).toMatchObject({ itemSku: "GONE-B", newSku: null, variants: 2, catalogProduct: { name: "Catalog tee" } });
  expect(gone?.substitutes.map(({ itemSku }) => itemSku)).toEqual(["NEW-A", "FINE-D"]);
  expect(await readCatalogFindings(world.ctx, shop, "out_of_stock")).toMatchObject([{ itemSku: "OUT-C" }]);
});

it("tells nothing without a catalog, nor of another shop's mappings", async () => {
  const [shop, other] = [await world.shop(), await world.shop()];
  await map(shop, "GONE-B");
  expect(await countCatalogFindings(world.ctx, shop)).toEqual({ renamed: 0, gone: 0, out_of_stock: 0 });
  await catalog(shop, [sold("GONE-B")], ["GONE-B"]);
  expect(await countCatalogFindings(world.ctx, { ...other, printAccountId: shop.printAccountId })).toMatchObject({
    gone: 0,
  });
  await world.db.catalogCopy.update({ where: { printAccountId: shop.printAccountId }, data: { copiedAt: null } });
  expect(await countCatalogFindings(world.ctx, shop)).toMatchObject({ gone: 0 });
  expect(await countCatalogFindings(world.ctx, { ...shop, printAccountId: null })).toMatchObject({ gone: 0 });
});

it("changes renamed mappings to the SKU of today, and wakes what waits for them", async () => {
  const shop = await world.shop();
  await map(shop, "OLD-A", "OLD-A", "OLD-B", "OLD-C");
  const orderId = await shop.order();
  await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(1) });
  await catalog(shop, [
    sold("TEE-BLACK-M", {}, { oldSkus: ["OLD-A"] }),
    sold("MUG-11OZ", {}, { oldSkus: ["OLD-B"] }),
    sold("NOT-AT-THE-SERVICE", {}, { oldSkus: ["OLD-C"] }),
  ]);
  world.wokenOrders.length = 0;
  expect(await mendRenamed(world.ctx, shop, "OLD-A")).toEqual({ saved: 2, failed: 0, left: 0 });
  expect(await skus(shop)).toEqual(["TEE-BLACK-M", "TEE-BLACK-M", "OLD-B", "OLD-C"]);
  expect(world.wokenOrders).toEqual([orderId]);
  // What the service refuses stays as it is.
  expect(await mendRenamed(world.ctx, shop, null)).toEqual({ saved: 1, failed: 1, left: 0 });
  expect(await skus(shop)).toEqual(["TEE-BLACK-M", "TEE-BLACK-M", "MUG-11OZ", "OLD-C"]);
  expect(await mendRenamed(world.ctx, shop, "FINE")).toEqual({ saved: 0, failed: 0, left: 0 });
  expect(world.service.state().orders).toEqual([]);
});
