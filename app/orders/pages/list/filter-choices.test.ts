import { afterAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { gidOf } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { readFilterChoices, readFilterNames } from "./filter-choices.ts";
import { seedShop } from "./seed-shop.testing.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;

async function addVariant(shopId: ShopId, product: string, productTitle: string, mapped: string | null): Promise<void> {
  const gids = { productGid: gidOf("Product", product), variantGid: gidOf("ProductVariant", `${product}1`) };
  const known = { price: "1", position: 1, status: "active", giftCard: false, requiresShipping: true } as const;
  await db.productVariant.create({
    data: {
      ...gids,
      ...known,
      shopId,
      productTitle,
      title: "M",
      sku: `S${product}`,
      options: [],
      readAt: new Date(),
      factsHash: "",
    },
  });
  if (mapped === null) return;
  await db.mapping.create({
    data: { ...gids, id: newId(), shopId, itemSku: mapped, requiredSides: [], updatedAt: new Date() },
  });
}

it("of the reasons, those that are open are offered with their orders, before sending, then after it", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  await other.order({ attentions: ["uncertain_needs_decision"] });
  await shop.order({ attentions: ["payment_pending", "fulfillment_rejected"] });
  await shop.order({ attentions: ["payment_pending", "risk_high"] });
  const cleared = await shop.order({ attentions: ["address_missing"] });
  await db.attention.updateMany({ where: { orderId: cleared }, data: { clearedAt: new Date(), clearedBy: "facts" } });
  const choices = await readFilterChoices({ db }, shop.shopId, "reason", "");
  expect(choices.map(({ value, count, group }) => [value, count, group]).toSorted()).toEqual([
    ["fulfillment_rejected", 1, "problem"],
    ["payment_pending", 2, "hold"],
    ["risk_high", 1, "hold"],
  ]);
  expect(choices.at(-1)).toMatchObject({ value: "fulfillment_rejected" });
});

it("mapped products are found by their title, a variant or either SKU", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  await addVariant(shop.shopId, "81", "Fox shirt", "TEE-BLACK");
  await addVariant(shop.shopId, "82", "Bear 100% mug", "MUG");
  await addVariant(shop.shopId, "83", "Poster of another maker", null);
  await addVariant(other.shopId, "84", "Fox hoodie", "HOODIE");
  const find = async (search: string) =>
    (await readFilterChoices({ db }, shop.shopId, "product", search)).map(({ value }) => value);
  expect(await find("")).toEqual(["82", "81"]);
  for (const text of ["fox", "S81", "tee-b"]) expect(await find(text)).toEqual(["81"]);
  expect(await find("0%")).toEqual(["82"]);
  expect(await find("poster")).toEqual([]);
  const names = await readFilterNames({ db }, shop.shopId, { products: ["81", "84"], countries: ["BE"] });
  expect(names).toEqual({ products: { 81: "Fox shirt" }, countries: { BE: "Belgium" } });
});

it("tags are those of the shop's orders with the number of orders, the most frequent first", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  await other.order({ tags: ["wholesale", "rush"] });
  for (const tags of [["gift", "rush"], ["rush"], [], ["100%"]]) await shop.order({ tags });
  const read = async (search = "") =>
    (await readFilterChoices({ db }, shop.shopId, "tag", search)).map(({ value, count }) => [value, count]);
  expect(await read()).toEqual([
    ["rush", 2],
    ["100%", 1],
    ["gift", 1],
  ]);
  expect(await read("0%")).toEqual([["100%", 1]]);
});

it("destinations and shipping methods are those of the shop's orders, each once", async () => {
  const [shop, other] = [await seedShop(db), await seedShop(db)];
  await other.order({ country: "JP", shipping: "Sea" });
  for (const country of ["US", "AT", "US", ""]) await shop.order({ country, shipping: `Post ${country}` });
  await shop.order();
  const read = (filter: "country" | "shipping", of = shop) => readFilterChoices({ db }, of.shopId, filter, "");
  expect((await read("country")).map(({ value, label }) => [value, label])).toEqual([
    ["AT", "Austria"],
    ["US", "United States"],
  ]);
  expect((await read("shipping")).map(({ value }) => value)).toEqual(["Post ", "Post AT", "Post US"]);
  expect(await read("country", await seedShop(db))).toEqual([]);
});
