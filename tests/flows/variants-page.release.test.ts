import { afterAll, beforeAll, expect, it } from "vitest";
import type { BulkEditView } from "../../app/catalog/bulk-edit/bulk-edit.ts";
import { readVariantsPage } from "../../app/catalog/variants/read-variants-page.ts";
import { readHome } from "../../app/home/home.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { BuiltApp } from "../support/built-app.ts";
import { newId } from "../support/ids.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";
import { endOfEdit, startOnCopiedCatalogs } from "./copied-catalog.testing.ts";

const OTHER = "two.myshopify.com";
const POSTERS = 450;

let testApp: TestApp;
let builtApp: BuiltApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false, intervals: { longRunsEveryMs: { product_variants: 200 } } });
  goods = await stockShop(testApp);
  await testApp.addShop(OTHER);
  for (const shop of [testApp.shop, OTHER]) {
    const variants = Array.from({ length: POSTERS }, (_, at) => ({
      title: `Size ${at}`,
      sku: `P-${at}`,
      price: "9.00",
    }));
    testApp.shopify.addProduct(shop, { title: "Poster", vendor: "Press", variants });
  }
  builtApp = await startOnCopiedCatalogs(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

const db = () => testApp.services.core.ctx.db;
const ask = (method: string, path: string, body?: unknown) => builtApp.request(testApp.shop, method, path, { body });
const readTestShop = (domain: string) => db().shop.findUniqueOrThrow({ where: { domain } });

/** Whether the list with this address has the product. */
const lists = async (params: string, title: string) =>
  (await ask("GET", `/app/products/variants.data?${params}`)).text.includes(`"${title}"`);

async function edit(action: object, selection: object): Promise<BulkEditView> {
  const begun = await ask("POST", "/app/products/variants/edit", {
    ...{ intent: "begin", action, selection },
    saveAnyway: false,
  });
  expect(JSON.parse(begun.text)).toEqual({ outcome: "begun" });
  return endOfEdit(builtApp, testApp.shop);
}

it("each view and the search find their variants", async () => {
  expect(await lists("", "Lamp")).toBe(true);
  expect(await lists("query=tee%20t-bm", "Tee")).toBe(true);
  expect(await lists("query=tee%20t-bm", "Poster")).toBe(false);
  expect(await lists("query=tee-black-m", "T-BM")).toBe(true);
  expect(await lists("view=unmapped&query=t-bm", "T-BM")).toBe(false);
  expect(await lists("view=unmapped&query=t-bl", "T-BL")).toBe(true);
  expect(await lists("view=unmapped&query=card", "Gift card")).toBe(false);

  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.lamp }]));
  await until("the order", () =>
    db().orderLine.findFirst({ where: { order: { shopifyGid: gidOf("Order", placed.id) } } }),
  );
  expect(await lists("view=sold", "Lamp")).toBe(true);
  expect(await lists("view=sold", "T-BL")).toBe(false);

  expect(await lists("view=changed", "T-BM")).toBe(false);
  await db().mapping.updateMany({ data: { variantChange: "details" } });
  expect(await lists("view=changed", "T-BM")).toBe(true);
});

it("products that are mapped in part have a view of their own, with as many variants as Home shows", async () => {
  expect(await lists("view=unmapped", "Poster")).toBe(true);
  expect(await lists("view=partly_mapped", "Poster")).toBe(false);
  expect(await lists("view=partly_mapped", "T-BL")).toBe(true);
  expect(await lists("view=partly_mapped", "T-BM")).toBe(false);
  const { ctx } = testApp.services.core;
  expect((await readHome(ctx, testApp.shop))?.products.unmappedSiblings).toBe(1);
});

it("broken variants are those of a rejected print SKU, and of orders held for their artwork", async () => {
  const { id: shopId, printAccountId } = await readTestShop(testApp.shop);
  const mapping = await db().mapping.findFirstOrThrow({ where: { shopId, itemSku: "TEE-BLACK-M" } });
  const shows = async (badge: "artworkBroken" | "skuRejected") => {
    const query = { view: "broken", query: "t-bm", after: null, before: null } as const;
    const { rows, total } = await readVariantsPage(testApp.services.core.ctx, shopId, query);
    expect(rows).toHaveLength(total);
    return rows.some((row) => row[badge]);
  };
  expect([await shows("artworkBroken"), await shows("skuRejected")]).toEqual([false, false]);

  const check = { printAccountId: printAccountId ?? expect.unreachable(), itemSku: mapping.itemSku, countryCode: "US" };
  const confirmedAt = testApp.clock.now();
  await db().skuCheck.create({ data: { ...check, runId: newId(), pending: false, confirmedAt } });
  expect([await shows("artworkBroken"), await shows("skuRejected")]).toEqual([false, true]);
  expect(await lists("view=broken", "T-BM")).toBe(true);
  await db().skuCheck.deleteMany();
  expect(await lists("view=broken", "T-BM")).toBe(false);

  const setLink = (artworkFront: string) => db().mapping.update({ where: { id: mapping.id }, data: { artworkFront } });
  await setLink("https://cdn.shopify.com/missing/front.png");
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const where = { code: "artwork_unreadable" as const, order: { shopifyGid: gidOf("Order", placed.id) } };
  await until("the hold", () => db().attention.findFirst({ where }));
  expect([await shows("artworkBroken"), await shows("skuRejected")]).toEqual([true, false]);
  await setLink(mapping.artworkFront);
  await db().attention.updateMany({ where, data: { clearedAt: testApp.clock.now() } });
  expect(await lists("view=broken", "T-BM")).toBe(false);
});

it("a bulk edit changes all that match, of this shop alone, and tells what it skipped", async () => {
  const filter = { view: "unmapped", query: "poster" };
  expect(await edit({ kind: "set_sku", itemSku: " TEE-BLACK-L " }, { filter })).toMatchObject({
    total: POSTERS,
    variants: { changed: POSTERS, pending: 0 },
  });
  const { id: shopId } = await readTestShop(testApp.shop);
  expect(await db().mapping.count({ where: { shopId, itemSku: "TEE-BLACK-L" } })).toBe(POSTERS);
  expect(await db().mapping.count({ where: { shopId: (await readTestShop(OTHER)).id } })).toBe(0);
  expect(await lists("view=unmapped&query=poster", "Poster")).toBe(false);

  const both = { variantGids: [goods.lamp, goods.shirt].map((id) => gidOf("ProductVariant", id)) };
  expect((await edit({ kind: "mark_not_printed" }, both)).variants).toMatchObject({ changed: 1, mapped: 1 });
  expect(await lists("view=not_printed", "Lamp")).toBe(true);
  expect(await lists("view=sold", "Lamp")).toBe(false);
  expect((await edit({ kind: "confirm_mapping" }, both)).variants).toMatchObject({ changed: 1, not_mapped: 1 });
  expect(await lists("view=changed", "T-BM")).toBe(false);
  await edit({ kind: "allow_printing" }, { variantGids: [gidOf("ProductVariant", goods.lamp)] });
  expect((await edit({ kind: "remove_mapping" }, { filter: { view: "all", query: "poster" } })).variants.changed).toBe(
    POSTERS,
  );
  expect(await db().mapping.count({ where: { shopId } })).toBe(1);
});

it("a wrong value changes nothing, and the answer names its field", async () => {
  const begin = async (action: object) => {
    const selection = { filter: { view: "all", query: "" } };
    const { text } = await ask("POST", "/app/products/variants/edit", {
      ...{ intent: "begin", action, selection },
      saveAnyway: false,
    });
    return JSON.parse(text) as unknown;
  };
  expect(await begin({ kind: "set_sku", itemSku: "NO-SUCH-SKU" })).toMatchObject({
    outcome: "invalid",
    problems: { itemSku: { kind: "sku_rejected" } },
  });
  expect(await begin({ kind: "set_artwork", side: "artworkFront", link: "ftp://x" })).toMatchObject({
    outcome: "invalid",
    problems: { artworkFront: { kind: "link" } },
  });
});

it("keeps views of its own, by their name and with their search, apart from those of the orders page", async () => {
  const change = (body: object, path = "/app/products/variants.data") => ask("POST", path, body);
  const viewsOf = async (path: string) => (await ask("GET", path)).text;
  const save = { intent: "save_view", name: " Foxes to\u0000map ", query: "view=unmapped&query=fox&after=12&x=1" };
  expect((await change(save)).status).toBeLessThan(300);
  const [saved = expect.unreachable()] = await db().savedView.findMany({ where: { page: "variants" } });
  expect(saved).toMatchObject({ name: "Foxes to map", query: "view=unmapped&query=fox" });
  expect(await viewsOf("/app/products/variants.data")).toContain("Foxes to map");
  expect(await viewsOf("/app/orders.data")).not.toContain("Foxes to map");

  const again = await change({ ...save, name: "foxes to MAP" });
  expect(again.status).toBe(409);
  expect(again.text).toContain("name_taken");
  const ofOrders = await change({ ...save, query: "" }, "/app/orders.data?index");
  expect(ofOrders.status).toBeLessThan(300);
  const { id } = saved;
  const tooLong = await change({ intent: "change_view", id, name: "x".repeat(41) });
  expect(tooLong.status).toBe(400);
  expect((await change({ intent: "change_view", id, name: "Foxes" })).status).toBe(200);
  expect((await change({ intent: "change_view", id, query: "view=sold" })).status).toBe(200);
  expect(await db().savedView.findUniqueOrThrow({ where: { id } })).toMatchObject({
    name: "Foxes",
    query: "view=sold",
  });
  const theirs = await builtApp.request(OTHER, "POST", "/app/products/variants.data", {
    body: { intent: "delete_view", id },
  });
  expect(theirs.status).toBeLessThan(300);
  expect(await db().savedView.count({ where: { id } })).toBe(1);
  expect((await change({ intent: "delete_view", id })).status).toBeLessThan(300);
  expect(await db().savedView.findMany({ where: { id } })).toEqual([]);
});
