import { afterAll, beforeAll, expect, it } from "vitest";
import { nearestOf, readSkuHints, readSkuOffer } from "./catalog-skus.ts";
import { mapVariants } from "./map-variants.testing.ts";
import { mapping, openCatalogWorld } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const look = (color: string, size: string) => ({
  attributes: [
    { name: "Color", value: color, hexColor: null },
    { name: "Size", value: size, hexColor: null },
  ],
});
const CATALOG = [
  { itemSku: "CT17-BLACK-M", oldSkus: ["TEE-BLACK-M"], ...look("Black", "M") },
  { itemSku: "CT17-BLACK-2XL", ...look("Black", "2XL") },
  { itemSku: "CT17-GREY HEATHER-M", availability: "Out of stock", ...look("Grey Heather", "M") },
  { itemSku: "CT17-NAVY-M", ...look("Navy", "M") },
];

it("says what the catalog knows of a SKU, and nothing where all is well", async () => {
  const shop = await world.shop();
  await world.catalog(shop.printAccountId, CATALOG);
  await world.db.catalogVariant.updateMany({
    where: { printAccountId: shop.printAccountId, itemSku: "CT17-NAVY-M" },
    data: { goneAt: new Date("2026-11-22T10:00:00Z") },
  });
  const asked = ["CT17-BLACK-M", "TEE-BLACK-M", "CT17-BLACK-XXL", "CT17-GREY HEATHER-M", "CT17-NAVY-M", "MUG", ""];
  expect(Object.fromEntries(await readSkuHints(world.ctx, shop.printAccountId, asked))).toEqual({
    "TEE-BLACK-M": { kind: "renamed", to: "CT17-BLACK-M" },
    "CT17-BLACK-XXL": { kind: "unknown", nearest: "CT17-BLACK-2XL" },
    "CT17-GREY HEATHER-M": { kind: "out_of_stock" },
    // The nearest in size and color that is in stock, as on the catalog page: not the nearest letters.
    "CT17-NAVY-M": { kind: "gone", nearest: "CT17-BLACK-M" },
    MUG: { kind: "unknown", nearest: null },
  });
});

it("looks for the nearest of so many SKUs alone", async () => {
  const shop = await world.shop();
  await world.catalog(shop.printAccountId, CATALOG);
  const asked = ["CT17-BLACK-XXL", "CT17-NAVI-M", "CT17-BLAKC-M"];
  const nearest = async (lookups: number) =>
    [...(await readSkuHints(world.ctx, shop.printAccountId, asked, lookups)).values()].map(
      (hint) => "nearest" in hint && hint.nearest,
    );
  expect(await nearest(0)).toEqual([null, null, null]);
  expect(await nearest(2)).toEqual(["CT17-BLACK-2XL", "CT17-NAVY-M", null]);
});

it("says nothing without a whole catalog, and of another account's", async () => {
  const [shop, other] = [await world.shop(), await world.shop()];
  await world.catalog(other.printAccountId, CATALOG);
  const hints = () => readSkuHints(world.ctx, shop.printAccountId, ["CT17-BLACK-XXL", "TEE-BLACK-M"]);
  expect([...(await hints())]).toEqual([]);
  await world.catalog(shop.printAccountId, CATALOG.slice(0, 1));
  await world.db.catalogCopy.update({ where: { printAccountId: shop.printAccountId }, data: { copiedAt: null } });
  // The copy is under way: what it has is known, what it lacks is not.
  expect([...(await hints()).keys()]).toEqual(["TEE-BLACK-M"]);
  expect([...(await readSkuHints(world.ctx, null, ["TEE-BLACK-M"]))]).toEqual([]);
});

it("offers the catalog, else the SKUs in use, else nothing", async () => {
  const shop = await world.shop();
  expect(await readSkuOffer(world.ctx, shop)).toBeNull();
  await mapVariants(world.ctx, shop.id, [mapping()]);
  expect(await readSkuOffer(world.ctx, shop)).toBe("in_use");
  await world.catalog(shop.printAccountId, CATALOG);
  expect(await readSkuOffer(world.ctx, shop)).toBe("catalog");
  expect(await readSkuOffer(world.ctx, { ...shop, printAccountId: null })).toBe("in_use");
});

it.each([
  ["CT17-BLACK-XXL", "CT17-BLACK-2XL"],
  ["CT17-HEATHER GRAY-M", "CT17-GREY HEATHER-M"],
  ["CT17-BLACK", "CT17-BLACK-2XL"],
  ["CT17-BLAKC-M", "CT17-BLACK-M"],
  ["POSTER-A3", null],
])("the nearest to %s is %s", (sku, nearest) =>
  expect(
    nearestOf(
      sku,
      CATALOG.map(({ itemSku }) => itemSku),
    ),
  ).toBe(nearest),
);
