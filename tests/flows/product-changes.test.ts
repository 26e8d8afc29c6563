import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepMapping, moveMapping } from "../../app/catalog/variant-changes.ts";
import { mappingInput, unmapVariant } from "../../app/catalog/mappings.ts";
import { readProductPage } from "../../app/catalog/product-page.ts";
import { readProductsPage } from "../../app/catalog/products-page.ts";
import { saveShownMappings } from "../../app/catalog/save-shown-mappings.ts";
import { readHome } from "../../app/home/home.ts";
import { markNotPrinted } from "../../app/orders/receive/not-printed.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { Product, Variant } from "../../sandbox/shopify/model.ts";
import { order, stockShop } from "../support/goods.ts";
import { hasReason } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ intervals: { longRunsEveryMs: { product_variants: 200 } } });
  const { unmapped } = await stockShop(testApp);
  await until("the first reading", async () => (await ctx().db.catalogRead.findFirst())?.completedAt);
  const tee = testApp.shopify.shop(testApp.shop).products.find(({ title }) => title === "Tee");
  await markNotPrinted(ctx(), await shopId(), {
    productGid: gidOf("Product", tee?.id),
    variantGid: variantGid(unmapped),
  });
});
afterAll(() => testApp.close());

const ctx = () => testApp.services.core.ctx;
const shopId = async () => (await ctx().db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id;
const variantGid = (id: string | undefined) => gidOf("ProductVariant", id);
const shirtOf = (color: string) => [
  { name: "Color", value: color },
  { name: "Size", value: "M" },
];

/** A product with a mapped black shirt, whose copy was read. */
async function mappedProduct(title: string): Promise<{ product: Product; shirt: Variant }> {
  const product = testApp.shopify.createProduct(testApp.shop, {
    title,
    vendor: "Press",
    variants: [{ options: shirtOf("Black"), sku: `${title}-B` }],
  });
  const [shirt = expect.unreachable()] = product.variants;
  await testApp.map(variantGid(shirt.id), gidOf("Product", product.id), "TEE-BLACK-M");
  await until("the mapping to know its variant", async () => {
    const mapping = await ctx().db.mapping.findFirst({ where: { variantGid: variantGid(shirt.id) } });
    return mapping?.variantFactsHash;
  });
  return { product, shirt };
}

const onHome = async () => (await readHome(ctx(), testApp.shop))?.products ?? expect.unreachable();
const catalog = () => ({ db: ctx().db, catalog: testApp.services.core.catalog });
const pageOf = async ({ id }: Product) => {
  const page = await readProductPage(catalog(), { id: await shopId(), domain: testApp.shop }, gidOf("Product", id));
  return page ?? expect.unreachable();
};
const changeOf = async (product: Product, { id }: Variant) =>
  (await pageOf(product)).variants.find(({ gid }) => gid === variantGid(id))?.change;
const changedProducts = async () => {
  const query = { tab: "changed", search: "", after: null, before: null } as const;
  const { rows } = await readProductsPage(catalog(), { id: await shopId(), domain: testApp.shop }, query);
  return rows.map(({ number, changed, deleted }) => ({ number, changed, deleted }));
};
const nothingToReview = async () => {
  expect(await changedProducts()).toEqual([]);
  expect(await onHome()).toMatchObject({ changed: 0, deleted: 0, unmappedSiblings: 0, copies: [] });
};

describe("a mapped variant", () => {
  it("with another color holds new orders until staff keep the mapping, and prints what was bought before", async () => {
    const { product, shirt } = await mappedProduct("Polo");
    const before = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt.id }]));
    await testApp.waitForOrder(before.id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants: [variant] }) => {
      Object.assign(variant ?? {}, { options: shirtOf("Navy"), title: "Navy / M" });
    });
    await until("Home to tell", async () => (await onHome()).changed === 1);
    const change = await changeOf(product, shirt);
    expect(change).toMatchObject({ kind: "options", was: { title: "Black / M" }, now: { title: "Navy / M" } });
    expect(await changedProducts()).toEqual([{ number: product.id, changed: 1, deleted: 0 }]);
    const after = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt.id }]));
    await testApp.waitForOrder(after.id, "held", (view) => hasReason(view, "variant_changed"));
    expect((await onHome()).coverage).toMatchObject({ gaps: { variant_changed: 2 } });

    const factsHash = change && "factsHash" in change ? change.factsHash : "";
    const keep = async (hash: string) =>
      keepMapping(ctx(), await shopId(), { variantGid: variantGid(shirt.id), factsHash: hash });
    expect(await keep("what it was like before")).toBe(false);
    expect(await keep(factsHash)).toBe(true);
    await testApp.waitForOrder(after.id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
    await nothingToReview();
  });

  it("that is as it was again releases its orders", async () => {
    const { product, shirt } = await mappedProduct("Hoodie");
    const paint = (color: string) =>
      testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants: [variant] }) => {
        Object.assign(variant ?? {}, { options: shirtOf(color), title: `${color} / M` });
      });
    paint("Navy");
    await until("the change", async () => (await onHome()).changed === 1);
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt.id }]));
    await testApp.waitForOrder(placed.id, "held", (view) => hasReason(view, "variant_changed"));
    testApp.clock.advance(10_000);
    paint("Black");
    await testApp.waitForOrder(placed.id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
    await nothingToReview();
  });

  it("with another color is reported although a later page of all variants had one of the product", async () => {
    const { product, shirt } = await mappedProduct("Scarf");
    const added = `${shirt.id}6`;
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants }) => {
      variants.push({ ...shirt, id: added, title: "Red / M", options: shirtOf("Red") });
    });
    await until("Home to tell", async () => (await onHome()).unmappedSiblings === 1);
    const mark = { productGid: gidOf("Product", product.id), variantGid: variantGid(added) };
    await markNotPrinted(ctx(), await shopId(), mark);
    const readAt = new Date(testApp.clock.now().getTime() + 60_000);
    await ctx().db.productVariant.updateMany({ where: { variantGid: variantGid(added) }, data: { readAt } });
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants: [variant] }) => {
      Object.assign(variant ?? {}, { options: shirtOf("Navy"), title: "Navy / M" });
    });
    await until("Home to tell", async () => (await onHome()).changed === 1);
    await unmapVariant(ctx(), await shopId(), variantGid(shirt.id));
    await nothingToReview();
  });

  it("whose SKU was changed is reported, and its orders still arrive", async () => {
    const { product, shirt } = await mappedProduct("Tank");
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants: [variant] }) => {
      Object.assign(variant ?? {}, { sku: "TANK-NEW" });
    });
    await until("Home to tell", async () => (await onHome()).changed === 1);
    expect(await changeOf(product, shirt)).toMatchObject({ kind: "details", now: { sku: "TANK-NEW" } });
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt.id }]));
    await testApp.waitForOrder(placed.id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
    await unmapVariant(ctx(), await shopId(), variantGid(shirt.id));
    await nothingToReview();
  });

  it("that was deleted gives its mapping to the variant that replaced it", async () => {
    const { product, shirt } = await mappedProduct("Vest");
    const replacement = `${shirt.id}9`;
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants }) => {
      variants.splice(0, 1, { ...shirt, id: replacement });
    });
    await until("Home to tell", async () => (await onHome()).deleted === 1);
    expect(await onHome()).toMatchObject({ changed: 0, unmappedSiblings: 1 });
    const gid = variantGid(replacement);
    const expected = { kind: "deleted", replacement: { gid, title: "Black / M" } };
    expect(await changeOf(product, shirt)).toMatchObject(expected);
    expect(await changedProducts()).toEqual([{ number: product.id, changed: 0, deleted: 1 }]);

    const from = { productGid: gidOf("Product", product.id), variantGid: variantGid(shirt.id) };
    expect(await moveMapping(ctx(), await shopId(), from)).toEqual({ variantGid: gid, kept: false });
    expect(await moveMapping(ctx(), await shopId(), from)).toBeNull();
    expect((await pageOf(product)).variants.map((one) => [one.gid, one.mapping?.itemSku, one.change])).toEqual([
      [gid, "TEE-BLACK-M", null],
    ]);
    await nothingToReview();
  });

  it("that was deleted gives its mapping to nothing that staff maps at the same moment", async () => {
    const { product, shirt } = await mappedProduct("Apron");
    const replacement = `${shirt.id}7`;
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants }) => {
      variants.splice(0, 1, { ...shirt, id: replacement });
    });
    await until("Home to tell", async () => (await onHome()).deleted === 1);
    const productGid = gidOf("Product", product.id);
    const [from, to] = [variantGid(shirt.id), variantGid(replacement)];
    const input = mappingInput.parse({ productGid, variantGid: to, itemSku: "TEE-BY-STAFF" });
    const shown = { mapping: null, notPrinted: false };
    const [moved, outdated] = await Promise.all([
      moveMapping(ctx(), await shopId(), { productGid, variantGid: from }),
      saveShownMappings(ctx(), await shopId(), [{ input, shown }]),
    ]);
    // One of the two is told that the other was faster.
    expect(moved === null).toBe(outdated.size === 0);
    const kept = (await pageOf(product)).variants.find((one) => one.gid === to)?.mapping?.itemSku;
    expect(kept).toBe(moved ? "TEE-BLACK-M" : "TEE-BY-STAFF");
    for (const gid of [from, to]) await unmapVariant(ctx(), await shopId(), gid);
    await nothingToReview();
  });

  it("gets a new sibling, which is reported until staff map or mark it", async () => {
    const { product, shirt } = await mappedProduct("Cap");
    const added = `${shirt.id}8`;
    testApp.shopify.updateProduct(testApp.shop, product.id, ({ variants }) => {
      variants.push({ ...shirt, id: added, title: "Red / M", options: shirtOf("Red") });
    });
    await until("Home to tell", async () => (await onHome()).unmappedSiblings === 1);
    const mark = { productGid: gidOf("Product", product.id), variantGid: variantGid(added) };
    await markNotPrinted(ctx(), await shopId(), mark);
    await nothingToReview();
  });
});

it("a duplicated product is reported until staff map it or say that it is never printed", async () => {
  const { product: original } = await mappedProduct("Mug");
  const copy = testApp.shopify.createProduct(testApp.shop, { title: "Copy of Mug", variants: [{ sku: "OTHER" }] });
  testApp.shopify.createProduct(testApp.shop, { title: "Poster", variants: [{ sku: "POSTER" }] });
  await until("Home to tell", async () => (await onHome()).copies.length === 1);
  const named = { gid: gidOf("Product", original.id), title: "Mug" };
  expect((await onHome()).copies).toEqual([{ gid: gidOf("Product", copy.id), title: "Copy of Mug", original: named }]);
  expect((await pageOf(copy)).copyOf).toEqual(named);
  await markNotPrinted(ctx(), await shopId(), { productGid: gidOf("Product", copy.id), variantGid: null });
  await nothingToReview();

  const renamed = testApp.shopify.createProduct(testApp.shop, { title: "Cup", variants: [{ sku: "Mug-B" }] });
  await until("the SKU that only the two have", async () => (await onHome()).copies[0]?.title === "Cup");
  testApp.shopify.createProduct(testApp.shop, { title: "Bowl", variants: [{ sku: "Mug-B" }] });
  await until("the SKU of a blank to say nothing", async () => (await onHome()).copies.length === 0);
  expect((await pageOf(renamed)).copyOf).toBeNull();
});
