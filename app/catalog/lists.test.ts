import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UnavailableError } from "../ports/errors.ts";
import type { ProductSummary, ShopCatalog } from "../ports/shop-catalog.ts";
import { readCoverage, mappedProducts } from "./mapping-coverage.ts";
import { mapVariants } from "./map-variants.testing.ts";
import { readProductPage } from "./product-page.ts";
import { readProductsPage } from "./products-page.ts";
import { readProductsQuery } from "./products-query.ts";
import { readSoldUnmapped, readVariantsToMap } from "./variants-to-map.ts";
import { newId } from "../../tests/support/ids.ts";
import { variantCard } from "../extension-api/variant-responses.ts";
import { readVariantSummary } from "./variant-summary.ts";
import { recordSkuAnswers } from "../quotes/sku-answers.ts";
import { unmapVariant } from "./mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import type { Gid } from "../ports/gid.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const LINK = "https://art.example/a.png";
const FIRST = { sku: "", changed: false, after: null, before: null };
const head = (number: number, variantCount = 2): ProductSummary => ({
  gid: product(number),
  title: `P${number}`,
  status: "active",
  giftCard: false,
  imageUrl: null,
  variantCount,
});

/** A shop in Shopify with these products; without any, Shopify does not answer. */
function catalogOf(...heads: ProductSummary[]): ShopCatalog {
  const known = async () => {
    if (heads.length === 0) throw new UnavailableError("away");
    return heads;
  };
  const of = (gid: Gid<"ProductVariant">) => ({
    gid,
    title: "M",
    sku: null,
    price: "1.00",
    imageUrl: null,
    options: [{ name: "Size", value: "M" }],
    position: 1,
    requiresShipping: true,
  });
  return {
    listProducts: async () => ({ products: await known(), next: null, previous: null }),
    readProducts: async (_shop, gids) => (await known()).filter(({ gid }) => gids.includes(gid)),
    async readProduct(_shop, gid) {
      const found = (await known()).find((one) => one.gid === gid);
      return found ? { ...found, variants: [of(variant(1)), of(variant(2))] } : null;
    },
    listVariants: () => expect.unreachable(),
    readShopFacts: () => expect.unreachable(),
    productOfVariant: async () => (await known())[0]?.gid ?? null,
  };
}

describe("mapped products", () => {
  it("name their print SKUs in the order of the variants in Shopify, each once", async () => {
    const shop = await world.shop();
    await world.variants(shop.id, product(1), [4, 3, 2, 1]);
    const skus = ["TEE-BLACK-XL", "TEE-BLACK-M", "TEE-BLACK-S", "TEE-BLACK-S"];
    await mapVariants(
      world.ctx,
      shop.id,
      skus.map((itemSku, at) => mapping({ variantGid: variant(at + 1), itemSku })),
    );
    const inOrder = ["TEE-BLACK-S", "TEE-BLACK-M", "TEE-BLACK-XL"];
    expect((await readCoverage(world.ctx, shop.id, [product(1)])).get(product(1))?.skus).toEqual(inOrder);
    const page = { sku: "", changed: false, after: null, before: null };
    expect((await mappedProducts(world.ctx, shop.id, page)).products).toMatchObject([{ skus: inOrder }]);
  });

  it("are summarized by product, for one shop", async () => {
    const [shop, other] = [await world.shop(), await world.shop()];
    await mapVariants(world.ctx, shop.id, [
      mapping({ artworkFront: LINK }),
      mapping({ variantGid: variant(2), artworkFront: LINK, artworkBack: LINK }),
      mapping({ variantGid: variant(3), itemSku: "MUG-11OZ" }),
    ]);
    await mapVariants(world.ctx, other.id, [mapping({ itemSku: "OTHER" })]);
    const coverage = await readCoverage(world.ctx, shop.id, [product(1), product(2)]);
    const sum = {
      productGid: product(1),
      mapped: 3,
      skus: ["MUG-11OZ", "TEE-BLACK-M"],
      front: 2,
      back: 1,
      changed: 0,
      deleted: 0,
      broken: 0,
    };
    expect([...coverage.values()]).toEqual([sum]);
  });

  it("count the variants whose artwork can't be read, and those whose SKU the print service rejected", async () => {
    const shop = await world.shop();
    await mapVariants(world.ctx, shop.id, [
      mapping({ itemSku: "GONE-SKU" }),
      mapping({ variantGid: variant(2), artworkFront: "https://art.example/gone.png" }),
      mapping({ variantGid: variant(3) }),
    ]);
    const ofAccount = { printAccountId: shop.printAccountId, countryCode: "US" };
    await recordSkuAnswers(world.ctx, { ...ofAccount, rejected: ["GONE-SKU"] });
    await world.db.printFile.create({
      data: { shopId: shop.id, link: "https://art.example/gone.png", host: "art.example", problem: "status" },
    });
    const broken = async () => (await readCoverage(world.ctx, shop.id, [product(1)])).get(product(1))?.broken;
    expect(await broken()).toBe(2);
    await recordSkuAnswers(world.ctx, { ...ofAccount, accepted: ["GONE-SKU"] });
    expect(await broken()).toBe(1);
  });

  it("have pages in both directions and a search by SKU", async () => {
    const shop = await world.shop();
    const numbers = [1, 2, 3, 4, 5];
    const mappings = numbers.map((number) =>
      mapping({ productGid: product(number), variantGid: variant(number), itemSku: `SKU_${number}` }),
    );
    await mapVariants(world.ctx, shop.id, mappings);
    const page = async (wanted: { sku?: string; after?: string; before?: string }) => {
      const { products, ...places } = await mappedProducts(world.ctx, shop.id, { ...FIRST, ...wanted }, 2);
      return { gids: products.map((one) => one.productGid), ...places };
    };
    const first = { gids: [product(1), product(2)], next: product(2), previous: null };
    const second = { gids: [product(3), product(4)], next: product(4), previous: product(3) };
    expect(await page({})).toEqual(first);
    expect(await page({ after: product(2) })).toEqual(second);
    expect(await page({ after: product(4) })).toEqual({ gids: [product(5)], next: null, previous: product(5) });
    expect(await page({ before: product(5) })).toEqual(second);
    expect(await page({ before: product(3) })).toEqual(first);
    expect(await page({ after: "void" })).toEqual(first);
    expect(await page({ sku: "u_4" })).toMatchObject({ gids: [product(4)] });
    expect(await page({ sku: "sku%4" })).toMatchObject({ gids: [] });
  });
});

describe("the list of products", () => {
  it("joins Shopify's products with the mappings", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    await mapVariants(world.ctx, shop.id, [mapping()]);
    const mark = {
      id: newId(),
      shopId: shop.id,
      productGid: product(2),
      variantGid: variant(3),
      createdAt: new Date(),
    };
    await world.db.notPrinted.create({ data: mark });
    const ctx = { db: world.db, catalog: catalogOf(head(1), head(2)) };
    const all = await readProductsPage(ctx, shop, readProductsQuery(new URLSearchParams()));
    expect(all).toMatchObject({
      reachable: true,
      rows: [
        { number: "1", mapped: 1 },
        { number: "2", mapped: 0, notPrinted: { product: false, variants: 1 } },
      ],
    });
    const mapped = await readProductsPage(ctx, shop, readProductsQuery(new URLSearchParams("tab=mapped")));
    expect(mapped).toMatchObject({ reachable: true, rows: [{ number: "1", shopify: { title: "P1" } }] });
  });

  it("shows mapped products while Shopify cannot be read", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    await mapVariants(world.ctx, shop.id, [mapping()]);
    for (const tab of ["all", "mapped"]) {
      const query = readProductsQuery(new URLSearchParams({ tab }));
      const page = await readProductsPage({ db: world.db, catalog: catalogOf() }, shop, query);
      expect(page).toMatchObject({ reachable: false, rows: [{ number: "1", shopify: null, skus: ["TEE-BLACK-M"] }] });
    }
  });
});

describe("variants with orders on hold", () => {
  it("are listed by their number of held orders, and only while orders are held", async () => {
    const [shop, other] = [await world.shop(), await world.shop()];
    const held = async (number: number, at: string, quantity: number) => {
      const orderId = await shop.order({ lines: [["Shirt", quantity]] });
      await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(number), at });
      return orderId;
    };
    await held(1, "2026-11-21T10:00:00Z", 1);
    await held(2, "2026-11-21T11:00:00Z", 2);
    const last = await held(2, "2026-11-21T12:00:00Z", 3);
    expect(await readVariantsToMap(world.ctx, shop.id)).toMatchObject([
      { variantGid: variant(2), title: "Shirt", orders: 2, pieces: 5, since: "2026-11-21T11:00:00.000Z" },
      { variantGid: variant(1), orders: 1, pieces: 1 },
    ]);
    await world.db.attention.updateMany({ where: { orderId: last }, data: { clearedAt: new Date() } });
    expect((await readVariantsToMap(world.ctx, shop.id)).map((one) => one.orders)).toEqual([1, 1]);
    expect(await readVariantsToMap(world.ctx, other.id)).toEqual([]);
  });
});

describe("variants that were sold and are not mapped", () => {
  it("are those of unfulfilled orders that nothing holds, the most orders first", async () => {
    const [shop, other] = [await world.shop(), await world.shop()];
    const sold = async (number: number, over: object = {}, order: object = {}) => {
      const orderId = await shop.order({ lines: [["Book", 2]] });
      const data = { productGid: product(1), variantGid: variant(number), remaining: 2, ...over };
      await world.db.orderLine.updateMany({
        where: { orderId },
        data: { eligibility: "excluded", eligibilityReason: "no_match", ...data },
      });
      await world.db.order.update({
        where: { id: orderId },
        data: { shopifyCreatedAt: world.ctx.clock.now(), ...order },
      });
    };
    await sold(1);
    await sold(2);
    await sold(2);
    await sold(3, { remaining: 0 });
    await sold(4, { eligibilityReason: "not_printed" });
    await sold(5, {}, { cancelledAt: new Date() });
    await sold(6, {}, { ignoredReason: "before_go_live" });
    expect(await readSoldUnmapped(world.ctx, shop.id)).toMatchObject([
      { variantGid: variant(2), title: "Book", orders: 2, pieces: 4 },
      { variantGid: variant(1), orders: 1, pieces: 2 },
    ]);
    expect(await readSoldUnmapped(world.ctx, other.id)).toEqual([]);
    const mark = { id: newId(), shopId: shop.id, productGid: product(1), createdAt: new Date() };
    await world.db.notPrinted.create({ data: { ...mark, variantGid: variant(2) } });
    expect((await readSoldUnmapped(world.ctx, shop.id)).map((one) => one.variantGid)).toEqual([variant(1)]);
  });
});

it("says of one variant that it is never printed", async () => {
  const shop = await world.shop();
  const read = (number: number) => readVariantSummary(world.ctx, shop.id, variant(number));
  const mark = { id: newId(), shopId: shop.id, productGid: product(1), createdAt: new Date() };
  await world.db.notPrinted.create({ data: { ...mark, variantGid: variant(2) } });
  const none = { mapping: null, heldOrders: 0, findings: [] };
  expect(await read(2)).toEqual({ ...none, notPrinted: true, productGid: product(1) });
  expect(await read(1)).toEqual({ ...none, notPrinted: false, productGid: null });
  expect(variantCard(await read(2), variant(2))).toMatchObject({ state: { label: "Never printed" } });
  await mapVariants(world.ctx, shop.id, [mapping({ variantGid: variant(2) })]);
  expect(await read(2)).toMatchObject({ notPrinted: false, mapping: { itemSku: "TEE-BLACK-M" } });
});

describe("one product", () => {
  it("has its variants, and the mappings of deleted variants", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    await mapVariants(world.ctx, shop.id, [mapping(), mapping({ variantGid: variant(9) })]);
    await world.hold(shop.id, await shop.order(), { productGid: product(1), variantGid: variant(2) });
    const page = await readProductPage({ db: world.db, catalog: catalogOf(head(1)) }, shop, product(1));
    expect(page).toMatchObject({
      reachable: true,
      shopify: { title: "P1" },
      variants: [
        { gid: variant(1), mapping: { itemSku: "TEE-BLACK-M" }, heldOrders: 0 },
        { gid: variant(2), mapping: null, heldOrders: 1 },
        { gid: variant(9), shopify: null, mapping: { itemSku: "TEE-BLACK-M" } },
      ],
    });
  });

  it("is missing when it is unknown to both sides, and shows mappings when Shopify fails or deleted it", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    const read = (...heads: ProductSummary[]) =>
      readProductPage({ db: world.db, catalog: catalogOf(...heads) }, shop, product(1));
    expect(await read(head(2))).toBeNull();
    await mapVariants(world.ctx, shop.id, [mapping()]);
    expect(await read(head(2))).toMatchObject({ reachable: true, shopify: null, variants: [{ gid: variant(1) }] });
    expect(await read()).toMatchObject({ reachable: false, shopify: null, variants: [{ gid: variant(1) }] });
  });

  it("can be mapped for its held orders after it was deleted in Shopify", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    const orderId = await shop.order();
    await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(2) });
    await world.db.attention.updateMany({ where: { orderId }, data: { code: "product_deleted" } });
    const page = await readProductPage({ db: world.db, catalog: catalogOf(head(3)) }, shop, product(1));
    expect(page).toMatchObject({ shopify: null, variants: [{ gid: variant(2), mapping: null, heldOrders: 1 }] });
  });

  it("counts the unsent orders of a mapping, and rechecks them when the mapping is removed", async () => {
    const shop = { ...(await world.shop()), domain: "a.myshopify.com" };
    await mapVariants(world.ctx, shop.id, [mapping()]);
    const unsent = await shop.order({ submissions: [{ state: "waiting" }] });
    const sent = await shop.order({ submissions: [{ state: "submitted" }] });
    const theirs = { orderId: { in: [unsent, sent] } };
    await world.db.orderLine.updateMany({ where: theirs, data: { variantGid: variant(1) } });
    const page = await readProductPage({ db: world.db, catalog: catalogOf(head(1)) }, shop, product(1));
    expect(page?.variants.map((one) => one.unsentOrders)).toEqual([1, 0]);
    expect(await unmapVariant(world.ctx, shop.id, variant(1))).toBe(1);
    expect(await unmapVariant(world.ctx, shop.id, variant(1))).toBeNull();
    const due = await world.db.order.findMany({ where: { shopId: shop.id, dueAt: { not: null } } });
    expect(due.map((order) => order.id)).toEqual([unsent]);
  });
});
