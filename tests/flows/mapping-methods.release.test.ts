import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { proposeCopy } from "../../app/catalog/mapping-methods/copy-mappings.ts";
import type { MetafieldValues } from "../../app/catalog/mapping-methods/metafields.ts";
import type { ShownVariant } from "../../app/catalog/stored-mapping.ts";
import type { Proposal, VariantToMap } from "../../app/catalog/mapping-methods/proposal.ts";
import { proposeByRule, tableKey, valueKey, type Rule } from "../../app/catalog/mapping-methods/rule.ts";
import { storeProducts } from "../../app/print-catalog/store.ts";
import { STAGED_UPLOADS_ORIGIN, type UploadTarget } from "../../app/ports/shop-catalog.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { MetafieldInput, VariantInput } from "../../sandbox/shopify/catalog.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let builtApp: BuiltApp;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false });
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});
beforeEach(async () => void (await db().mapping.deleteMany({})));

const db = () => testApp.services.core.ctx.db;
const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const { status, text } = await builtApp.request(testApp.shop, method, path, { body });
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(text) as T;
};

const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
  .png()
  .toBuffer();
const KEEP: Rule = { itemSku: { kind: "keep" }, artworkFront: { kind: "keep" }, artworkBack: { kind: "keep" } };
const FRONT = "https://cdn.shopify.com/artwork/front.png";
const UNMAPPED = { itemSku: "", artworkFront: "", artworkBack: "", mockup: "", artworkSides: {}, note: "" };

/** A shirt in the print service's colors and sizes. */
function addShirt(variants: readonly VariantInput[] = [{}, {}], metafields: MetafieldInput[] = []): Product {
  const own = variants.map((variant, at) => ({
    ...variant,
    options: [
      { name: "Color", value: "Black" },
      { name: "Size", value: ["M", "L"][at] ?? "" },
    ],
  }));
  return testApp.shopify.addProduct(testApp.shop, { title: "Shirt", variants: own, metafields });
}

const targetsOf = ({ id, variants }: Product): VariantToMap[] =>
  variants.map((variant) => ({
    gid: gidOf("ProductVariant", variant.id),
    productGid: gidOf("Product", id),
    sku: variant.sku,
    options: variant.options,
    mapping: null,
  }));

const SHOWN: ShownVariant = { mapping: null, notPrinted: false };

/** Saves proposals over the variants as they were shown, and returns whether each was saved. */
async function save(product: Product, proposals: readonly Proposal[], shown = SHOWN): Promise<boolean[]> {
  const rows = proposals.map(({ gid, values }) => ({
    ...{ ...UNMAPPED, requiredSides: ["front"], ...values },
    ...{ productGid: gidOf("Product", product.id), variantGid: gid, saveAnyway: false, shown },
  }));
  const { outcomes } = await ask<{ outcomes: { saved: boolean }[] }>("POST", "/app/products/mappings", { rows });
  return outcomes.map(({ saved }) => saved);
}

const stored = async ({ id }: Product) =>
  db().mapping.findMany({
    where: { productGid: gidOf("Product", id) },
    orderBy: { variantGid: "asc" },
    select: { itemSku: true, artworkFront: true },
  });

it("a template and a table fill the print SKUs, and one artwork goes to all sizes", async () => {
  const shirt = addShirt();
  const template = { kind: "template", template: "TEE-{Color}-{Size}", letters: "upper", spaces: "none" } as const;
  const links = { [valueKey("Black")]: FRONT };
  const rule: Rule = {
    ...KEEP,
    itemSku: { ...template, codes: {} },
    artworkFront: { kind: "option", option: "Color", links },
  };
  expect(await save(shirt, proposeByRule(rule, targetsOf(shirt)))).toEqual([true, true]);
  const both = [
    { itemSku: "TEE-BLACK-M", artworkFront: FRONT },
    { itemSku: "TEE-BLACK-L", artworkFront: FRONT },
  ];
  expect(await stored(shirt)).toEqual(both);

  const other = addShirt();
  const targets = targetsOf(other);
  const key = (at: number) => tableKey(["Size"], targets[at] as VariantToMap) ?? "";
  const skus = { [key(0)]: "TEE-BLACK-M", [key(1)]: "NO-SUCH-SKU" };
  const table: Rule = { ...KEEP, itemSku: { kind: "table", options: ["Size"], skus } };
  expect(await save(other, proposeByRule(table, targets))).toEqual([true, false]);
  expect(await stored(other)).toEqual([{ itemSku: "TEE-BLACK-M", artworkFront: "" }]);
});

it("the variant's own SKU becomes the print SKU", async () => {
  const shirt = addShirt([{ sku: "TEE-BLACK-M" }, { sku: null }]);
  const rule: Rule = { ...KEEP, itemSku: { kind: "shopify_sku" } };
  const [own, none] = proposeByRule(rule, targetsOf(shirt));
  expect(none?.misses).toEqual({ itemSku: { kind: "no_shopify_sku" } });
  expect(await save(shirt, own ? [own] : [])).toEqual([true]);
  expect((await stored(shirt)).map(({ itemSku }) => itemSku)).toEqual(["TEE-BLACK-M"]);
});

it("a save keeps what somebody mapped after the preview", async () => {
  const shirt = addShirt([{ sku: "TEE-BLACK-M" }, { sku: "TEE-BLACK-L" }]);
  const proposals = proposeByRule({ ...KEEP, itemSku: { kind: "shopify_sku" } }, targetsOf(shirt));
  const [variant = expect.unreachable()] = shirt.variants;
  const gids = { productGid: gidOf("Product", shirt.id), variantGid: gidOf("ProductVariant", variant.id) };
  await ask("POST", "/app/api/mappings", [{ ...gids, itemSku: "MUG-11OZ", requiredSides: ["front"] }]);
  expect(await save(shirt, proposals)).toEqual([false, true]);
  expect((await stored(shirt)).map(({ itemSku }) => itemSku)).toEqual(["MUG-11OZ", "TEE-BLACK-L"]);

  const mapping = { ...UNMAPPED, itemSku: "MUG-11OZ", requiredSides: ["front" as const] };
  expect(await save(shirt, proposals.slice(0, 1), { mapping, notPrinted: false })).toEqual([true]);
  expect((await stored(shirt)).map(({ itemSku }) => itemSku)).toEqual(["TEE-BLACK-M", "TEE-BLACK-L"]);
});

it("a client of the API that says what it saw keeps what somebody changed since, row by row", async () => {
  const { id, variants } = addShirt();
  const gids = variants.map((variant) => gidOf("ProductVariant", variant.id));
  const row = (at: number, itemSku: string, more: object = {}) => ({
    ...{ productGid: gidOf("Product", id), variantGid: gids[at], itemSku, ...more },
  });
  const post = async (body: unknown) => {
    const { status, text } = await builtApp.request(testApp.shop, "POST", "/app/api/mappings", { body });
    return { status, body: JSON.parse(text) as unknown };
  };
  const skus = async () => (await stored({ id } as Product)).map(({ itemSku }) => itemSku);
  const seen = (mapping: object | null) => ({ shown: { mapping } });

  expect(await post([row(0, "TEE-BLACK-M", seen(null))])).toMatchObject({ status: 200, body: { saved: 1 } });
  const notSaved = [{ variantGid: gids[0], message: "Someone changed this variant in the meantime. Now: TEE-BLACK-M" }];
  expect(await post([row(0, "MUG-11OZ", seen(null)), row(1, "TEE-BLACK-L", seen(null))])).toMatchObject({
    status: 409,
    body: { message: "Saved 1 of 2 mappings.", saved: 1, notSaved },
  });
  expect(await skus()).toEqual(["TEE-BLACK-M", "TEE-BLACK-L"]);
  expect(await post([row(0, "MUG-11OZ", seen({ itemSku: "TEE-BLACK-M" }))])).toMatchObject({ status: 200 });
  // Who does not say what it saw owns the mappings.
  expect(await post([row(0, "TEE-BLACK-L")])).toMatchObject({ status: 200 });
  expect(await skus()).toEqual(["TEE-BLACK-L", "TEE-BLACK-L"]);

  expect(await post([row(1, "NO-SUCH-SKU", { saveAnyway: false })])).toMatchObject({
    status: 422,
    body: {
      notSaved: [{ variantGid: gids[1], message: expect.stringMatching(/^itemSku: The print service rejected/) }],
    },
  });
  expect(await post([row(0, "MUG-11OZ"), row(0, "TEE-BLACK-M")])).toMatchObject({ status: 400 });
  const typed = { ...UNMAPPED, ...row(0, "MUG-11OZ"), requiredSides: [], saveAnyway: false, shown: SHOWN };
  const saved = await builtApp.request(testApp.shop, "POST", "/app/products/mappings", {
    body: { rows: [typed, typed] },
  });
  expect(saved.status).toBe(400);
  expect(await skus()).toEqual(["TEE-BLACK-L", "TEE-BLACK-L"]);
});

it("a copy maps the variants with the same options, and typing suggests the SKUs in use", async () => {
  const [shirt, copy] = [addShirt(), addShirt()];
  const mapping = { ...UNMAPPED, itemSku: "TEE-BLACK-L", artworkFront: FRONT, requiredSides: ["front" as const] };
  const source = targetsOf(shirt).map((one, at) => (at === 1 ? { ...one, mapping } : one));
  const [unmapped, copied] = proposeCopy(source, targetsOf(copy), ["sku", "artwork"]);
  expect(unmapped?.misses).toEqual({ itemSku: { kind: "match_not_mapped" } });
  expect(await save(copy, copied ? [copied] : [])).toEqual([true]);
  expect(await stored(copy)).toEqual([{ itemSku: "TEE-BLACK-L", artworkFront: FRONT }]);
  expect(await ask("GET", "/app/products/skus?near=tee-blakc")).toMatchObject({ hint: null, skus: ["TEE-BLACK-L"] });
});

it("an uploaded file becomes the artwork, and staff hears what failed", async () => {
  const type = "image/png";
  const step = (body: object) => ask<Record<string, unknown>>("POST", "/app/files/upload", body);
  const begin = () => step({ step: "begin", name: "fox.png", type, bytes: PICTURE.length });
  expect(await begin()).toEqual({ outcome: "not_allowed" });
  testApp.shopify.grantScopes(testApp.shop, [...testApp.shopify.shop(testApp.shop).scopes, "write_files"]);

  const send = async (content: Buffer) => {
    const { target } = (await begin()) as { target: UploadTarget };
    const form = new FormData();
    for (const { name, value } of target.fields) form.append(name, value);
    form.append("file", new File([new Uint8Array(content)], "fox.png"));
    const { status } = await fetch(target.url, { method: "POST", body: form });
    return { status, source: target.source };
  };
  const create = async (source: string) => {
    const { gid } = await step({ step: "create", name: "fox.png", type, source });
    const states: { state: string; link?: string; code?: string }[] = [];
    while (!["ready", "failed"].includes(states.at(-1)?.state ?? "")) {
      const { file } = (await step({ step: "read", gid })) as { file: { state: string } };
      states.push(file);
    }
    return states;
  };
  const { status, source } = await send(PICTURE);
  expect(status).toBe(201);
  const [processing, ready] = await create(source);
  expect([processing?.state, ready?.state]).toEqual(["processing", "ready"]);
  const shirt = addShirt();
  const rule: Rule = {
    ...KEEP,
    itemSku: { kind: "table", options: ["Color"], skus: { '["black"]': "TEE-BLACK-M" } },
    artworkFront: { kind: "same", link: ready?.link ?? "" },
  };
  expect(await save(shirt, proposeByRule(rule, targetsOf(shirt)))).toEqual([true, true]);
  expect((await stored(shirt))[0]?.artworkFront).toMatch(/^https:\/\/cdn\.shopify\.com\/.*fox\.png/);

  expect((await create((await send(Buffer.from("no picture"))).source)).at(-1)?.code).toBe("IMAGE_PROCESSING_FAILURE");
  testApp.shopify.faults.next({ kind: "500-before", operation: "stagedUpload" });
  const lost = await send(PICTURE);
  expect(lost.status).toBe(503);
  expect((await create(lost.source)).at(-1)?.code).toBe("IMAGE_DOWNLOAD_FAILURE");
  const unknown = { step: "create", name: "fox.png", type, source: `${STAGED_UPLOADS_ORIGIN}/tmp/other.png` };
  expect(await step(unknown)).toEqual({ outcome: "refused", message: "Image URL is invalid" });
  testApp.shopify.faults.next({ kind: "500-after", operation: "fileCreate" });
  expect(await step({ ...unknown, source })).toEqual({ outcome: "uncertain" });
  const foreign = { ...unknown, source: "https://elsewhere.example/secret.png" };
  expect((await builtApp.request(testApp.shop, "POST", "/app/files/upload", { body: foreign })).status).toBe(400);
});

it("artwork comes from the metafield of the variant or else of its product", async () => {
  const file = testApp.shopify.addFile(testApp.shop, { name: "fox.png" });
  const field = (type: string, value: string) => [{ namespace: "custom", key: "front", type, value }];
  const skus = ["TEE-BLACK-M", "TEE-BLACK-L"].map((sku) => ({ sku }));
  const [first = {}, second = {}] = skus;
  const shirt = addShirt(
    [{ ...first, metafields: field("file_reference", `gid://shopify/MediaImage/${file.id}`) }, second],
    field("url", FRONT),
  );
  const wrong = addShirt([{ ...first, metafields: field("number_integer", "7") }, second]);
  const rule: Rule = {
    ...KEEP,
    itemSku: { kind: "shopify_sku" },
    artworkFront: { kind: "metafield", name: "custom.front" },
  };
  const propose = async (product: Product) => {
    const targets = targetsOf(product);
    const variants = targets.map(({ gid, productGid }) => ({ variantGid: gid, productGid }));
    const body = { name: "custom.front", variants };
    const { artwork } = await ask<{ artwork: MetafieldValues[string] }>("POST", "/app/products/metafields", body);
    return proposeByRule(rule, targets, { "custom.front": artwork });
  };
  expect(await save(shirt, await propose(shirt))).toEqual([true, true]);
  expect(await stored(shirt)).toEqual([
    { itemSku: "TEE-BLACK-M", artworkFront: file.url },
    { itemSku: "TEE-BLACK-L", artworkFront: FRONT },
  ]);
  expect((await propose(wrong)).map(({ misses }) => misses.artworkFront)).toEqual([
    { kind: "metafield", name: "custom.front", problem: { kind: "type", type: "number_integer" } },
    { kind: "metafield", name: "custom.front", problem: { kind: "absent" } },
  ]);

  testApp.shopify.faults.next({ kind: "throttled", operation: "ReadMetafieldArtwork" });
  const variants = [
    { variantGid: gidOf("ProductVariant", shirt.variants[0]?.id), productGid: gidOf("Product", shirt.id) },
  ];
  expect(await ask("POST", "/app/products/metafields", { name: "custom.front", variants })).toMatchObject({
    outcome: "unreachable",
    retryAfterMs: expect.any(Number) as number,
  });
});

it("the catalog's address answers products, one with its variants, and the SKUs in use", async () => {
  const { ctx } = testApp.services.core;
  const { id: shopId, printAccountId } = await db().shop.findFirstOrThrow({ where: { domain: testApp.shop } });
  const variant = (color: string, availability: string | null) => ({
    ...{
      itemSku: `CT17-${color}`,
      title: color,
      oldSkus: [`TEE-${color}`],
      variantId: null,
      availability,
      locations: [],
    },
    attributes: [{ name: "Color", value: color, hexColor: null }],
  });
  const variants = [variant("Black", null), variant("Navy", "Out of stock")];
  const tee = { code: "CT17", name: "Cotton Tee", pictureUrl: "", templateUrl: "", variants };
  const mug = { ...tee, code: "MG11", name: "Mug", variants: [{ ...variant("White", null), itemSku: "MG11" }] };
  await storeProducts(ctx, printAccountId ?? expect.unreachable(), [tee, mug], ctx.clock.now());
  const search = async (query: string) => {
    const { products } = await ask<{ products: { id: string; name: string }[] }>(
      "GET",
      `/app/products/catalog?${query}`,
    );
    return products;
  };
  expect((await search("")).map(({ name }) => name)).toEqual(["Cotton Tee", "Mug"]);
  expect(await search("query=tee-navy")).toMatchObject([{ name: "Cotton Tee", variants: 2, inStock: 1, colors: 2 }]);
  expect(await search("color=navy&in_stock=1")).toEqual([]);
  expect(await ask("GET", "/app/products/catalog?filters")).toMatchObject({
    colors: ["Black", "Navy", "White"],
    sizes: [],
  });
  const [{ id } = expect.unreachable()] = await search("query=cotton");
  expect(await ask("GET", `/app/products/catalog?product=${id}`)).toMatchObject({
    outcome: "product",
    product: { name: "Cotton Tee", variants: [{ itemSku: "CT17-Black" }, { itemSku: "CT17-Navy", outOfStock: true }] },
  });
  expect(await ask("GET", "/app/products/catalog?product=1")).toEqual({ outcome: "gone" });
  const gids = { productGid: gidOf("Product", "1"), variantGid: gidOf("ProductVariant", "1") };
  const mapping = { ...UNMAPPED, ...gids, id: ctx.ids.uuid(), shopId, itemSku: "IN-USE", updatedAt: ctx.clock.now() };
  await db().mapping.create({ data: { ...mapping, requiredSides: [] } });
  expect(await ask("GET", "/app/products/catalog?in_use=1&query=use")).toEqual({ outcome: "in_use", skus: ["IN-USE"] });
});
