import { afterEach, beforeEach, expect, it } from "vitest";
import { SHOP } from "../../sandbox/shopify/stand-in.testing.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ShopCatalog } from "../ports/shop-catalog.ts";
import { createShopCatalog } from "./read-products.ts";
import { openStandInClient } from "./stand-in-client.testing.ts";
import { gidOf } from "../ports/gid.ts";

let setup: Awaited<ReturnType<typeof openStandInClient>>;
let catalog: ShopCatalog;
beforeEach(async () => {
  setup = await openStandInClient();
  catalog = createShopCatalog(setup.client);
});
afterEach(() => setup.close());

const FIRST = { searchText: "", first: 2, after: null, before: null };
const gid = (product: { id: string }) => gidOf("Product", product.id);
const titles = (list: { products: { title: string }[] }) => list.products.map((product) => product.title);

it("lists products by title, forwards and back, and begins again where a cursor is not one of Shopify's", async () => {
  for (const title of ["Cap", "apron", "Bag"]) setup.standIn.addProduct(SHOP, { title });
  const first = await catalog.listProducts(SHOP, FIRST);
  expect([titles(first), first.previous]).toEqual([["apron", "Bag"], null]);
  const second = await catalog.listProducts(SHOP, { ...FIRST, after: first.next });
  expect([titles(second), second.next]).toEqual([["Cap", "Moon Shirt"], null]);
  expect(titles(await catalog.listProducts(SHOP, { ...FIRST, before: second.previous }))).toEqual(["apron", "Bag"]);
  expect(titles(await catalog.listProducts(SHOP, { ...FIRST, after: "?" }))).toEqual(["apron", "Bag"]);
});

it("finds products by beginnings of words, whatever signs are typed", async () => {
  setup.standIn.addProduct(SHOP, { title: "Sun hat" });
  const found = async (words: string) => titles(await catalog.listProducts(SHOP, { ...FIRST, searchText: words }));
  expect(await found("shirt moo")).toEqual(["Moon Shirt"]);
  expect(await found("moon-m")).toEqual(["Moon Shirt"]);
  expect(await found('-"sun')).toEqual(["Sun hat"]);
  expect(await found("title:sun")).toEqual([]);
});

it("reads a product with all of its variants, over several pages", async () => {
  const variants = Array.from({ length: 130 }, (_, at) => ({ title: `V${at}`, sku: at === 0 ? null : `S${at}` }));
  const imageUrl = "https://cdn.shopify.com/poster.png";
  const poster = setup.standIn.addProduct(SHOP, { title: "Poster", imageUrl, variants });
  const read = await catalog.readProduct(SHOP, gid(poster));
  expect(read).toMatchObject({ gid: gid(poster), title: "Poster", status: "active", imageUrl, variantCount: 130 });
  expect(read?.variants.map((variant) => variant.title)).toEqual(variants.map((variant) => variant.title));
  expect(read?.variants[0]).toMatchObject({ sku: null, price: "20.00", imageUrl: null, requiresShipping: true });
  expect(await catalog.readProduct(SHOP, "gid://shopify/Product/1")).toBeNull();
});

it("finds the product of a variant", async () => {
  const [variant] = setup.shirt.variants;
  expect(await catalog.productOfVariant(SHOP, `gid://shopify/ProductVariant/${variant?.id}`)).toBe(gid(setup.shirt));
  expect(await catalog.productOfVariant(SHOP, "gid://shopify/ProductVariant/1")).toBeNull();
});

it("reads products by id and leaves out those that are gone", async () => {
  const read = await catalog.readProducts(SHOP, ["gid://shopify/Product/1", gid(setup.shirt)]);
  expect(read).toMatchObject([{ gid: gid(setup.shirt), title: "Moon Shirt", variantCount: 2 }]);
});

it("says so where Shopify cannot be read", async () => {
  await setup.standIn.close();
  await expect(catalog.listProducts(SHOP, FIRST)).rejects.toBeInstanceOf(UnavailableError);
});
