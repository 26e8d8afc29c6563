import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { findWideScans } from "../../tests/support/plans.ts";
import { record } from "../../tests/support/statement-recorder.ts";
import { systemIds } from "../composition/ids.server.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { CatalogProduct, CatalogVariant } from "../ports/print-service.ts";
import {
  catalogOptions,
  catalogProduct,
  catalogStatus,
  catalogVariantsBySku,
  compareSizes,
  searchCatalog,
  type CatalogSearch,
} from "./catalog.ts";
import { priceOf, saysOutOfStock, storeProducts, writeTexts } from "./store.ts";

const NOW = new Date("2026-11-30T02:00:00Z");
const database = await openFreshDatabase();
afterAll(() => database.drop());
const ctx = { db: database.db, sql: database.sql, ids: systemIds };

async function account(): Promise<PrintAccountId> {
  const id = randomUUID() as PrintAccountId;
  const data = { id, key: id, webhookHeader: "x", webhookSecretEncrypted: new Uint8Array(1), createdAt: NOW };
  const signIn = { emailHash: id, credentialsEncrypted: new Uint8Array(1) };
  await database.db.printAccount.create({ data: { ...data, ...signIn, interfaceVersion: "v3" } });
  return id;
}

const variant = (
  itemSku: string,
  more: Partial<CatalogVariant> & { color?: string; hex?: string; size?: string } = {},
) => {
  const { color, hex, size, ...rest } = more;
  const attributes = [
    ...(color ? [{ name: "Color", value: color, hexColor: hex ?? null }] : []),
    ...(size ? [{ name: "Size", value: size, hexColor: null }] : []),
  ];
  const base = { title: itemSku, oldSkus: [], variantId: null, availability: null, locations: [] };
  return { ...base, itemSku, attributes, ...rest };
};
const product = (name: string, variants: CatalogVariant[], code = name.toUpperCase()): CatalogProduct => ({
  ...{ code, name, pictureUrl: `https://cdn.example/${code}.png`, templateUrl: "", variants },
});
const costs = (...baseCosts: (string | null)[]) =>
  baseCosts.map((baseCost) => ({ name: "", code: "", madeIn: "US", baseCost, printAreas: [] }));

const search = async (id: PrintAccountId, more: Partial<CatalogSearch> = {}) =>
  (await searchCatalog(ctx, id, { query: "", limit: 20, ...more })).products.map(({ name }) => name);

describe("a small catalog", () => {
  let id: PrintAccountId;
  let other: PrintAccountId;
  beforeAll(async () => {
    [id, other] = [await account(), await account()];
    const hoodie = product("Heavy Hoodie", [
      variant("PW17-HOOD-RED-M", { color: "Red", hex: "C00", size: "M", locations: costs("20.5", "9.50") }),
      variant("PW17-HOOD-RED-XL", { color: "Red", size: "XL", oldSkus: ["HOODIE-R-XL"], availability: "Out_of_stock" }),
      variant("PW17-HOOD-BLACK-S", { color: "Black", hex: "#000000", size: "S", locations: costs(null) }),
    ]);
    const tee = product("V neck tee", [
      variant("PW-2LMORM-3.54X3.54 INCHES-ONE SIDE", { color: "Red", size: "S", oldSkus: ["TEE-1"] }),
    ]);
    const twins = product("Twins", [
      variant("AA-TWIN", { oldSkus: ["OLD-TWIN"], size: "11 oz" }),
      variant("BB-TWIN", { oldSkus: ["OLD-TWIN"] }),
    ]);
    await storeProducts(ctx, id, [hoodie, tee, twins], NOW);
    await storeProducts(ctx, other, [product("Foreign Hoodie", [variant("PW17-HOOD-RED-M", { color: "Red" })])], NOW);
  });

  it("shows products by name, with what can be chosen of each", async () => {
    const { products, next } = await searchCatalog(ctx, id, { query: "", limit: 2 });
    expect(next).toBe("2");
    expect(products[0]).toMatchObject({
      ...{ name: "Heavy Hoodie", code: "HEAVY HOODIE", variants: 3, inStock: 2, fromCost: "9.5", isGone: false },
      colors: [
        { name: "Black", hex: "#000000" },
        { name: "Red", hex: "#c00" },
      ],
      sizes: ["S", "M", "XL"],
    });
    const rest = await searchCatalog(ctx, id, { query: "", limit: 2, cursor: next });
    expect(rest.products.map(({ name }) => name)).toEqual(["V neck tee"]);
    expect(rest.next).toBeNull();
  });

  it("finds every word, in name, color, size, SKU or old SKU, and short ones only as a whole", async () => {
    expect(await search(id, { query: "hood" })).toEqual(["Heavy Hoodie"]);
    expect(await search(id, { query: "red" })).toEqual(["Heavy Hoodie", "V neck tee"]);
    expect(await search(id, { query: "RED xl" })).toEqual(["Heavy Hoodie"]);
    expect(await search(id, { query: "v tee s" })).toEqual(["V neck tee"]);
    expect(await search(id, { query: "tee-1" })).toEqual(["V neck tee"]);
    expect(await search(id, { query: "11 oz" })).toEqual(["Twins"]);
    expect(await search(id, { query: "e" })).toEqual([]);
    expect(await search(id, { query: "100%" })).toEqual([]);
    expect(await search(id, { query: "foreign" })).toEqual([]);
  });

  it("filters by what one variant has", async () => {
    expect(await search(id, { color: "red", size: "s" })).toEqual(["V neck tee"]);
    expect(await search(id, { color: "Red", size: "XL", inStock: true })).toEqual([]);
    expect(await search(id, { inStock: false })).toEqual(["Heavy Hoodie"]);
    expect(await search(id, { gone: true })).toEqual([]);
  });

  it("has its filters to choose from", async () => {
    expect(await catalogOptions(ctx, id)).toEqual({
      colors: [
        { name: "Black", hex: "#000000" },
        { name: "Red", hex: "#c00" },
      ],
      sizes: ["S", "M", "XL", "11 oz"],
    });
  });

  it("shows a product with all variants, and to no other account", async () => {
    const [found] = (await searchCatalog(ctx, id, { query: "hoodie", limit: 1 })).products;
    const shown = await catalogProduct(ctx, id, found?.id ?? "");
    expect(shown?.variants.map(({ itemSku, outOfStock, cost }) => [itemSku, outOfStock, cost])).toEqual([
      ["PW17-HOOD-BLACK-S", false, null],
      ["PW17-HOOD-RED-M", false, "9.5"],
      ["PW17-HOOD-RED-XL", true, null],
    ]);
    expect(await catalogProduct(ctx, other, found?.id ?? "")).toBeNull();
    expect(await catalogProduct(ctx, id, "1")).toBeNull();
  });

  it("means by a SKU the same one, then an earlier one, then one without the prefix, and never one of several", async () => {
    const asked = [
      ...["PW17-HOOD-RED-M", "HOODIE-R-XL", "PW-HOOD-BLACK-S", "HOOD-BLACK-S", "XY-HOOD-BLACK-S"],
      ...["TWIN", "OLD-TWIN", "AA-TWIN", "PW-2LMORM-3.54X3.54 INCHES-ONE SIDE", "NONE"],
    ];
    const found = await catalogVariantsBySku(ctx, id, asked);
    const meant = (sku: string) => found.get(sku) ?? [];
    expect(asked.flatMap((sku) => [meant(sku)].flat().map((one) => [sku, one.matchedBy, one.variant.itemSku]))).toEqual(
      [
        ["PW17-HOOD-RED-M", "sku", "PW17-HOOD-RED-M"],
        ["HOODIE-R-XL", "old_sku", "PW17-HOOD-RED-XL"],
        ["PW-HOOD-BLACK-S", "prefix", "PW17-HOOD-BLACK-S"],
        ["HOOD-BLACK-S", "prefix", "PW17-HOOD-BLACK-S"],
        ["AA-TWIN", "sku", "AA-TWIN"],
        ["PW-2LMORM-3.54X3.54 INCHES-ONE SIDE", "sku", "PW-2LMORM-3.54X3.54 INCHES-ONE SIDE"],
      ],
    );
    expect(found.get("HOODIE-R-XL")?.product).toMatchObject({ name: "Heavy Hoodie", templateUrl: "", isGone: false });
  });

  it("prefers what took a SKU over to a variant that is gone", async () => {
    const own = await account();
    await storeProducts(ctx, own, [product("Cap", [variant("CAP"), variant("LONE")])], NOW);
    await database.db.catalogVariant.updateMany({ where: { printAccountId: own }, data: { goneAt: NOW } });
    await storeProducts(ctx, own, [product("New cap", [variant("CAP-2", { oldSkus: ["CAP"] })])], NOW);
    const found = await catalogVariantsBySku(ctx, own, ["CAP", "LONE"]);
    expect(found.get("CAP")).toMatchObject({ matchedBy: "old_sku", variant: { itemSku: "CAP-2", isGone: false } });
    expect(found.get("LONE")).toMatchObject({ matchedBy: "sku", variant: { isGone: true } });
    expect(await search(own, { gone: true })).toEqual(["Cap"]);
  });

  it("stores texts that are none, once each", async () => {
    const own = await account();
    const odd = variant("A\0B", { title: "\ud800", color: "x".repeat(10_000), locations: costs("abc", "-1", "0") });
    await storeProducts(ctx, own, [product("", [odd, odd], "CODE"), product("", [variant("LOST")], "")], NOW);
    const { products } = await searchCatalog(ctx, own, { query: "", limit: 5 });
    expect(products).toMatchObject([{ name: "CODE", variants: 1, fromCost: null }]);
    const [{ id: productId } = { id: "" }] = products;
    expect((await catalogProduct(ctx, own, productId))?.variants).toMatchObject([{ itemSku: "AB", title: "\ufffd" }]);
  });

  it("has a status once there is a copy", async () => {
    expect(await catalogStatus(ctx, id)).toBeNull();
    await database.db.catalogCopy.create({ data: { printAccountId: id, source: "service", startedAt: NOW } });
    expect(await catalogStatus(ctx, id)).toEqual({
      ...{ source: "service", copiedAt: null, products: 3, variants: 6, distrusted: null, problem: null },
      underWay: { startedAt: NOW, variants: 6 },
    });
  });
});

it("reads words of availability and prices as far as they say something", () => {
  expect(["false", "0", "Out of stock", "out_of_stock", "UNAVAILABLE", "discontinued"].every(saysOutOfStock)).toBe(
    true,
  );
  expect([null, "", "true", "1", "in stock", "soon", "available"].some(saysOutOfStock)).toBe(false);
  expect(["9.50", " 1 ", "0", "0.00", "-1", "1e5", "12,5", "free", null].map(priceOf)).toEqual([
    "9.5",
    "1",
    ...Array(7).fill(null),
  ]);
});

it("sorts sizes as a rack does", () => {
  const sizes = ["2XL", "M", "11 oz", "S", "XXL", "XS", "L", "2XS", "XL", "8 oz", "3XL"];
  expect(sizes.toSorted(compareSizes)).toEqual([
    "2XS",
    "XS",
    "S",
    "M",
    "L",
    "XL",
    "2XL",
    "XXL",
    "3XL",
    "8 oz",
    "11 oz",
  ]);
});

describe("a catalog of 60,000 variants", () => {
  const PRODUCTS = 1_000;
  const VARIANTS_OF_PRODUCT = 60;
  const client = new pg.Client({ connectionString: database.url });
  let id: PrintAccountId;
  beforeAll(async () => {
    await client.connect();
    // Another account's rows lie between.
    for (let nth = 0; nth < 2; nth += 1) {
      id = await account();
      await client.query(
        `INSERT INTO "CatalogProduct" ("id", "printAccountId", "code", "name", "pictureUrl", "templateUrl", "seenAt")
         SELECT gen_random_uuid(), $1, 'P' || n, (ARRAY['Shirt', 'Hoodie', 'Mug', 'Cap'])[1 + n % 4] || ' ' || n, '', '', now()
         FROM generate_series(1, $2::int) AS n`,
        [id, PRODUCTS],
      );
      await client.query(
        `INSERT INTO "CatalogVariant" ("id", "printAccountId", "productId", "itemSku", "bareSku", "title", "oldSkus", "attributes",
           "locations", "color", "size", "seenAt")
         SELECT gen_random_uuid(), $1, p."id", 'PW-' || p."code" || '-' || n, lower(p."code") || '-' || n, 'V' || n,
           CASE WHEN n % 10 = 0 THEN ARRAY['OLD-' || p."code" || '-' || n] ELSE '{}' END, '[]', '[]', 'Color ' || n % 12,
           (ARRAY['S', 'M', 'L', 'XL', '2XL'])[1 + n % 5], now()
         FROM "CatalogProduct" p, generate_series(1, $2::int) AS n WHERE p."printAccountId" = $1`,
        [id, VARIANTS_OF_PRODUCT],
      );
      const { rows } = await client.query<{ id: string }>(
        `SELECT "id" FROM "CatalogProduct" WHERE "printAccountId" = $1`,
        [id],
      );
      await writeTexts(
        database.db,
        rows.map((row) => row.id),
      );
    }
    await client.query("VACUUM ANALYZE");
  }, 120_000);
  afterAll(() => client.end());

  const PAGE = 20;
  const findScans = (work: () => Promise<unknown>, variants: number) =>
    findWideScans(client, work, (table) => (table === "CatalogVariant" ? variants : 3 * PRODUCTS));

  it("is searched by an index, and reads the variants of one page alone", async () => {
    const searched = async () => {
      for (const query of ["", "hoodie", "P512", "PW-P77-3", "old-p5-10", "shirt xl"])
        await searchCatalog(ctx, id, { query, limit: PAGE });
    };
    expect(await findScans(searched, (PAGE + 1) * VARIANTS_OF_PRODUCT)).toEqual([]);
  });

  it("is filtered by an index", async () => {
    const filtered = () =>
      searchCatalog(ctx, id, { query: "", color: "color 3", size: "M", inStock: true, limit: PAGE });
    // As many as have the color, in both accounts.
    expect(await findScans(filtered, (2 * PRODUCTS * VARIANTS_OF_PRODUCT) / 5)).toEqual([]);
  });

  it("knows 200 SKUs by one statement that reads a few rows each", async () => {
    const skus = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? `PW-P${n + 1}-1` : `OLD-P${n}-10`));
    const find = () => catalogVariantsBySku(ctx, id, skus);
    expect((await find()).size).toBe(200);
    expect(await record(find)).toHaveLength(1);
    expect(await findScans(find, 2_000)).toEqual([]);
  });
});
