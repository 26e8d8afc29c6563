import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { csvBytes } from "../../csv/write-csv.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { catalogStatus, catalogVariantsBySku, searchCatalog } from "../catalog.ts";
import { CATALOG_TEMPLATE, removeCatalogFile, storeCatalogFile } from "./catalog-file.ts";
import { catalogOf, catalogVariant, openCatalogCopyWorld, paged } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openCatalogCopyWorld>>;
beforeAll(async () => void (world = await openCatalogCopyWorld()));
afterAll(() => world.drop());

const upload = (id: PrintAccountId, file: string | Uint8Array) => {
  world.advance(1_000);
  const bytes = Buffer.from(file);
  return storeCatalogFile(world.ctx, id, async function* () {
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  });
};
const account = async () => (await world.shop("v1")).printAccountId;
const shown = async (id: PrintAccountId, query = "") =>
  (await searchCatalog(world.ctx, id, { query, limit: 50 })).products;

it("makes a file the catalog of an account whose service shows none", async () => {
  const id = await account();
  const file = [
    "item_sku;Product Name;COLOUR;Size;Image;Base cost;Old SKU;Notes",
    "TEE-RED-M;Tee;Red;M;;7,80;OLD-1, OLD 2|OLD-3;x",
    "TEE-RED-L;Tee;Red;L;https://cdn.example/tee.png;$8.10;;",
    ";;;;;;;",
    "MUG-11 OZ;Mug;;;;;;",
  ].join("\r\n");
  expect(await upload(id, `\uFEFF${file}`)).toEqual({
    ...{ outcome: "stored", variants: 3, leftOut: 0, problemCount: 0, problems: [] },
  });
  expect(await shown(id)).toMatchObject([
    { name: "Mug", variants: 1, inStock: 1, fromCost: null, sizes: [] },
    { name: "Tee", variants: 2, fromCost: "7.8", sizes: ["M", "L"], pictureUrl: "https://cdn.example/tee.png" },
  ]);
  expect(await catalogStatus(world.ctx, id)).toMatchObject({ source: "file", copiedAt: world.now(), variants: 3 });
  const found = await catalogVariantsBySku(world.ctx, id, ["OLD 2", "MUG-11 OZ"]);
  expect(found.get("OLD 2")).toMatchObject({ matchedBy: "old_sku", variant: { title: "Red / M" } });
  expect(found.get("MUG-11 OZ")).toMatchObject({ matchedBy: "sku" });
});

it("tells each row that it left out, or took without its price or picture", async () => {
  const id = await account();
  const file = [
    "SKU,Product,Price,Picture link",
    "A,Tee,0,http://cdn.example/a.png",
    ",Tee,,",
    "B,,,",
    "A,Mug,,",
    `${"x".repeat(300)},Tee,,`,
    "C,Tee,ask us,",
  ].join("\n");
  expect(await upload(id, file)).toMatchObject({
    ...{ outcome: "stored", variants: 2, leftOut: 4, problemCount: 7 },
    problems: [
      { row: 2, kind: "price" },
      { row: 2, kind: "picture" },
      { row: 3, kind: "sku_missing" },
      { row: 4, kind: "product_missing" },
      { row: 5, kind: "repeated", sku: "A", first: 2 },
      { row: 6, kind: "sku_too_long" },
      { row: 7, kind: "price" },
    ],
  });
});

it("replaces the file before: what is no longer in it is gone, and removing it leaves nothing", async () => {
  const id = await account();
  await upload(id, "SKU,Product\nA,Tee\nB,Tee\nC,Mug");
  await upload(id, "SKU,Product\nB,Tee");
  expect(await shown(id)).toMatchObject([{ name: "Tee", variants: 1 }]);
  expect((await catalogVariantsBySku(world.ctx, id, ["A"])).get("A")?.variant.isGone).toBe(true);
  expect(await removeCatalogFile(world.ctx, id)).toBe(true);
  expect([await shown(id), await catalogStatus(world.ctx, id)]).toEqual([[], null]);
  expect(await removeCatalogFile(world.ctx, id)).toBe(false);
});

it("keeps the catalog where a file cannot be used, and says why", async () => {
  const id = await account();
  await upload(id, "SKU,Product\nA,Tee");
  const problemOf = async (file: string | Uint8Array) => {
    const result = await upload(id, file);
    return result.outcome === "unreadable" ? result.problem : result;
  };
  expect(await problemOf("Price,Color\n1,2")).toEqual({ kind: "missing_columns", columns: ["SKU", "Product"] });
  expect(await problemOf("SKU,Product,Item SKU\nA,B,C")).toEqual({ kind: "repeated_columns", columns: ["SKU"] });
  expect(await problemOf("SKU,Product\n,\n")).toEqual({ kind: "no_rows" });
  expect(await problemOf("")).toEqual({ kind: "no_rows" });
  expect(await problemOf('SKU,Product\nB,Mug\n"C,Mug')).toEqual({ kind: "quotes", row: expect.any(Number) });
  expect(await problemOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toEqual({ kind: "workbook", row: null });
  expect(await problemOf(`SKU,Product\n${"\n".repeat(10)}${"A,B\n".repeat(100_001)}`)).toEqual({
    kind: "too_many_rows",
  });
  expect(await shown(id)).toMatchObject([{ name: "Tee", variants: 1 }]);
});

it("takes its own template", async () => {
  const id = await account();
  expect(await upload(id, await buffer(csvBytes([CATALOG_TEMPLATE])))).toMatchObject({
    outcome: "stored",
    variants: 2,
    problemCount: 0,
  });
});

it("never takes the place of the service's own catalog, which takes the place of a file", async () => {
  const { printAccountId: id } = await world.shop("v3");
  world.answer(id, paged([catalogOf("Own", [catalogVariant("OWN-1")])]));
  await world.work(id);
  expect(await upload(id, "SKU,Product\nA,Tee")).toEqual({ outcome: "has_catalog" });
  const moved = await account();
  await upload(moved, "SKU,Product\nA,Tee\nB,Tee\nC,Tee");
  world.advance(1_000);
  await world.db.printAccount.update({ where: { id: moved }, data: { interfaceVersion: "v3" } });
  world.answer(moved, paged([catalogOf("Own", [catalogVariant("OWN-1")])]));
  await world.work(moved);
  expect(await shown(moved)).toMatchObject([{ name: "Own" }]);
  expect(await catalogStatus(world.ctx, moved)).toMatchObject({ source: "service", distrusted: null });
});

it("reads a large file in sets", async () => {
  const id = await account();
  const rows = Array.from({ length: 3_000 }, (_, n) => `S-${n},Product ${n % 40},Red,M`);
  expect(await upload(id, `SKU,Product,Color,Size\n${rows.join("\n")}`)).toMatchObject({ variants: 3_000 });
  expect(await shown(id, "product 39")).toMatchObject([{ variants: 75 }]);
});
