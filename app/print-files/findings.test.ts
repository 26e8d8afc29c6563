import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { mapping, openCatalogWorld } from "../catalog/world.testing.ts";
import { readProductArtwork } from "../catalog/artwork-findings.ts";
import { mapVariants } from "../catalog/map-variants.testing.ts";
import { checkMappings } from "../catalog/check-mappings.ts";
import { readShop } from "../orders/core/shop-row.ts";
import type { PrintArea } from "../ports/print-service.ts";
import { storeProducts } from "../print-catalog/store.ts";
import { readFindingsOf } from "./findings.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const SKU = "TEE-BLACK-M";
const FRONT = "https://art.example/front.png";
const HOOD = "https://art.example/hood.png";

const area = (key: string, more: Partial<PrintArea> = {}): PrintArea => ({
  ...{ key, name: key, width: 3000, height: 4000, fileFormat: "PNG", resolution: 300 },
  ...more,
});

/** A shop whose catalog has one product with these areas. */
async function shopWith(...printAreas: PrintArea[]) {
  const shop = await world.shop();
  const location = { name: "US", code: "US", madeIn: "US", baseCost: null, printAreas };
  const variant = { title: "M", itemSku: SKU, oldSkus: [], variantId: null, availability: null, attributes: [] };
  await storeProducts(
    world.ctx,
    shop.printAccountId,
    [
      {
        ...{ code: "TEE", name: "Tee", pictureUrl: "https://cdn.example/tee.png", templateUrl: "" },
        variants: [{ ...variant, locations: [location] }],
      },
    ],
    new Date(),
  );
  return shop;
}

async function file(shopId: Awaited<ReturnType<typeof world.shop>>["id"], link: string, type: string) {
  const image = { width: 1500, height: 2000, colorSpace: "srgb", profile: null, depth: "uchar", hasAlpha: true };
  const about = { bytes: 1, sha256: newId(), etag: null, document: null };
  const read = { ...about, type, image: { ...image, pages: 1, pixels: null, drawing: null } };
  await world.db.printFile.create({ data: { shopId, link, host: "art.example", checkedAt: new Date(), file: read } });
}

const printed = mapping({ artworkFront: FRONT, artworkSides: { hood: HOOD } });

describe("a mapped print file", () => {
  it("is judged by the print area of its side; the type that the area names warns alone", async () => {
    const shop = await shopWith(area("front"), area("hood", { width: 1500, height: 2000, fileFormat: "JPG" }));
    await file(shop.id, FRONT, "image/png");
    await file(shop.id, HOOD, "image/png");
    const findingsOf = await readFindingsOf(world.ctx, shop.id, [printed]);
    const size = { width: 1500, height: 2000 };
    const small = { code: "below_area", ...size, dpi: 150, wantedDpi: 300, side: "front", places: 1 };
    expect(findingsOf(printed)).toEqual([
      {
        ...{ side: "front", link: FRONT, newFile: null, problem: null },
        warnings: [{ ...small, area: { width: 3000, height: 4000 } }],
      },
      {
        ...{ side: "hood", link: HOOD, newFile: null, problem: null },
        warnings: [{ code: "wrong_type", side: "hood", type: "PNG", named: ["JPEG"] }],
      },
    ]);
  });

  it("is judged as before where the catalog does not have the SKU", async () => {
    const shop = await shopWith(area("front"));
    await file(shop.id, FRONT, "image/png");
    const other = { ...printed, itemSku: "MUG" };
    const findingsOf = await readFindingsOf(world.ctx, shop.id, [other]);
    expect(findingsOf(other)).toEqual([]);
  });

  it("of a type that the area does not name is mapped like any other", async () => {
    const shop = await shopWith(area("front"), area("hood", { fileFormat: "PDF" }));
    const [checked] = await checkMappings(
      world.ctx,
      { id: shop.id, printAccountId: shop.printAccountId, serviceCurrency: "USD" },
      [{ input: printed, stored: undefined }],
    );
    expect(checked?.problems).toEqual({});
  });
});

it("a product's page is told the areas of its mappings, and whether the account takes further sides", async () => {
  const shop = await shopWith(area("front"), area("hood"));
  await mapVariants(world.ctx, shop.id, [
    printed,
    mapping({ variantGid: "gid://shopify/ProductVariant/2", itemSku: "MUG" }),
  ]);
  const row = await readShop(world.ctx.sql, { id: shop.id });
  if (!row) throw new Error("no shop");
  const { further, bySku } = (await readProductArtwork(world.ctx, row, printed.productGid)).sides;
  expect(further).toBe(false);
  expect(bySku[SKU]?.areas?.map(({ side }) => side)).toEqual(["front", "hood"]);
  expect(bySku[SKU]?.pictureUrl).toBe("https://cdn.example/tee.png");
  expect(bySku["MUG"]?.areas).toBeNull();
});
