import { afterEach, beforeEach, expect, it } from "vitest";
import { removeUnread, storeVariants } from "../../app/catalog/variant-copy.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

let testApp: TestApp;
let goods: Goods;
const DAY = 86_400_000;

beforeEach(async () => {
  testApp = await startTestApp({ workers: false, intervals: { longRunsEveryMs: { product_variants: 200 } } });
  goods = await stockShop(testApp);
});
afterEach(() => testApp.close());

/** The shop is read, as it is stocked now, and changes are from here on webhooks. */
async function readCatalog(): Promise<void> {
  await testApp.startWorkers();
  await until("the end", async () => (await db().catalogRead.findFirst())?.completedAt);
}

const db = () => testApp.services.core.ctx.db;
const copyOf = (variantId: string) =>
  db().productVariant.findFirst({ where: { variantGid: gidOf("ProductVariant", variantId) } });
const mappingOf = (variantId: string) =>
  db().mapping.findFirstOrThrow({ where: { variantGid: gidOf("ProductVariant", variantId) } });
const shopId = async () => (await db().shop.findUniqueOrThrow({ where: { domain: testApp.shop } })).id;
const productOf = (variantId: string) => {
  const { products } = testApp.shopify.shop(testApp.shop);
  return products.find(({ variants }) => variants.some(({ id }) => id === variantId)) ?? expect.unreachable();
};

it("all variants of a shop are read, page by page, and mappings remember what they were made for", async () => {
  const sizes = Array.from({ length: 230 }, (_, at) => ({ title: `Size ${at}`, sku: `P-${at}`, price: "9.00" }));
  testApp.shopify.addProduct(testApp.shop, { title: "Poster", vendor: "Press", variants: sizes });
  await readCatalog();
  expect(await db().catalogRead.findFirst()).toMatchObject({ seen: 234, total: 234, startedAt: null, cursor: null });
  expect(await db().productVariant.count()).toBe(234);
  const shirt = await copyOf(goods.shirt);
  expect(shirt).toMatchObject({
    productTitle: "Tee",
    title: "Black / M",
    sku: "T-BM",
    price: "25.00",
    status: "active",
  });
  expect((await mappingOf(goods.shirt)).variantFactsHash).toBe(shirt?.factsHash);
});

it("a changed variant differs from what was mapped; new ones appear, deleted ones go", async () => {
  await readCatalog();
  const tee = productOf(goods.shirt);
  testApp.shopify.updateProduct(testApp.shop, tee.id, ({ variants }) => {
    for (const variant of variants) variant.title = variant.title.replace("Black", "Navy");
  });
  await until("the change", async () => (await copyOf(goods.shirt))?.title === "Navy / M");
  expect((await mappingOf(goods.shirt)).variantFactsHash).not.toBe((await copyOf(goods.shirt))?.factsHash);

  const cap = testApp.shopify.createProduct(testApp.shop, { title: "Cap", vendor: "Press" });
  const capVariant = cap.variants[0]?.id ?? "";
  await until("the new product", () => copyOf(capVariant));
  testApp.shopify.deleteProduct(testApp.shop, cap.id);
  await until("its end", async () => (await copyOf(capVariant)) === null);
});

it("a deleted variant with a mapping stays, marked as deleted", async () => {
  await readCatalog();
  testApp.shopify.deleteProduct(testApp.shop, productOf(goods.shirt).id);
  const deletedAt = await until("the mark", async () => (await copyOf(goods.shirt))?.deletedAt);
  expect(deletedAt).toBeInstanceOf(Date);
  expect(await copyOf(goods.unmapped)).toBeNull();
});

it("what webhooks lost is found by the next day's reading", async () => {
  await readCatalog();
  const { id, variants } = productOf(goods.lamp);
  testApp.shopify.webhooks.addRule({ kind: "drop", topic: "products/update" });
  testApp.shopify.updateProduct(testApp.shop, id, (lamp) => (lamp.title = "Desk lamp"));
  testApp.clock.advance(DAY + 60_000);
  await until("the new title", async () => (await copyOf(variants[0]?.id ?? ""))?.productTitle === "Desk lamp");
});

it("a page that was read before a deletion brings nothing back", async () => {
  const shop = await shopId();
  const variantGid = gidOf("ProductVariant", "990");
  const product = { gid: gidOf("Product", "99"), title: "Late", status: "active", giftCard: false } as const;
  const variant = {
    gid: variantGid,
    title: "One",
    sku: null,
    options: [],
    price: "1.00",
    position: 1,
    requiresShipping: true,
    product,
  };
  const [early, late] = [testApp.clock.now(), new Date(testApp.clock.now().getTime() + 1_000)];
  await db().mapping.create({
    data: { ...(await mappingOf(goods.shirt)), id: testApp.services.core.ctx.ids.uuid(), variantGid },
  });
  await db().$transaction(async (tx) => {
    await storeVariants(tx, shop, [variant], early);
    await removeUnread(tx, shop, product.gid, late);
    await storeVariants(tx, shop, [variant], early);
  });
  expect(await copyOf("990")).toMatchObject({ deletedAt: late });
  await db().$transaction((tx) => storeVariants(tx, shop, [variant], new Date(late.getTime() + 1)));
  expect(await copyOf("990")).toMatchObject({ deletedAt: null });
});

it("the daily reading brings a new time zone of the store, and its orders leave by that clock", async () => {
  await db().shop.updateMany({ data: { timezone: "Europe/Berlin" } });
  await readCatalog();
  expect(await db().shop.findFirst()).toMatchObject({
    timezone: testApp.shopify.shop(testApp.shop).timezone,
    planAgainAt: expect.any(Date) as Date,
  });
});
