import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { gidOf } from "../ports/gid.ts";
import { readCountryPrices, type PricesQuery } from "./country-prices.ts";
import { openSkuChecksWorld } from "./world.testing.ts";

let world: Awaited<ReturnType<typeof openSkuChecksWorld>>;
beforeAll(async () => void (world = await openSkuChecksWorld()));
afterAll(() => world.close());
beforeEach(() => world.service.clearFaults());

const productGid = gidOf("Product", "1");
const GOAL = { targetMarginPercent: 40, ending: "99", shipping: "included" } as const;

type Shop = Awaited<ReturnType<typeof world.shop>>;
const read = (shop: Shop, query: Partial<PricesQuery> = {}) =>
  readCountryPrices(world.ctx, shop, { productGid, countryCodes: [], goal: GOAL, ...query });

/** A shop with one product of so many SKUs, each of which the print service sells. */
async function oneProduct(skus: readonly (readonly [sku: string, baseCost: string])[]) {
  for (const [sku, baseCost] of skus)
    world.catalog[sku] = { title: sku, baseCost, shipping: { US: "4.00", DE: "6.50" }, shippingElsewhere: "9.95" };
  const shop = await world.shop(skus.map(([sku]) => sku));
  const where = { shopId: shop.id };
  await world.db.mapping.updateMany({ where, data: { productGid } });
  await world.db.productVariant.updateMany({ where, data: { productGid } });
  return shop;
}

it("shows cost, margin and price by the countries that orders go to, and the price for all of them", async () => {
  const shop = await oneProduct([
    ["A-S", "8.00"],
    ["A-M", "8.00"],
    ["A-XL", "9.10"],
  ]);
  await world.sent(shop, { itemSku: "A-S", quantity: 1, country: "DE" });
  await world.sent(shop, { itemSku: "A-S", quantity: 1, country: "DE", daysAgo: 80 });
  await world.sent(shop, { itemSku: "A-S", quantity: 1, country: "US" });
  await world.sent(shop, { itemSku: "A-S", quantity: 1, country: "FR", daysAgo: 100 });
  const { groups, ...prices } = await read(shop);
  expect(prices).toMatchObject({
    problem: null,
    ordered: [
      { country: { code: "DE", name: "Germany" }, orders: 2 },
      { country: { code: "US" }, orders: 1 },
    ],
    countries: [{ code: "DE" }, { code: "US" }],
    ...{ currency: "USD", sellCurrency: "USD", isConverted: true, unasked: 0, moreGroups: 0 },
  });
  // 14.50 / 0.6 = 24.17, and 12.00 / 0.6 = 20.00.
  expect(groups).toMatchObject([
    {
      ...{ itemSkus: ["A-S", "A-M"], price: "20", sellAtEverywhere: "24.99" },
      rows: [
        { country: { code: "DE" }, print: "8", shipping: "6.5", cost: "14.5", margin: "27.5", sellAt: "24.99" },
        { country: { code: "US" }, print: "8", shipping: "4", cost: "12", margin: "40", sellAt: "20.99" },
      ],
    },
    { itemSkus: ["A-XL"], rows: [{ cost: "15.6" }, { cost: "13.1" }] },
  ]);
  expect(world.service.state().orders).toEqual([]);

  const before = world.priceRequests();
  const charged = await read(shop, { goal: { ...GOAL, ending: "none", shipping: "charged" }, countryCodes: ["US"] });
  expect(charged.groups[0]?.rows).toMatchObject([{ cost: "12", margin: "60", sellAt: "13.34" }]);
  expect(world.priceRequests()).toBe(before);
});

it("asks for 30 prices at a time, and for none while orders need the account", async () => {
  const shop = await oneProduct(Array.from({ length: 40 }, (_, at) => [`LIMIT-${at}`, "8.00"] as const));
  const name = `print-account-rate-limit:${shop.printAccountId}`;
  const until = new Date(world.ctx.clock.now().getTime() + 60_000);
  await world.db.lease.create({ data: { name, holder: world.ctx.ids.uuid(), until } });
  const before = world.priceRequests();
  expect(await read(shop)).toMatchObject({ unasked: 40, countries: [{ code: "US" }] });
  await world.db.lease.deleteMany({ where: { name } });
  expect(await read(shop)).toMatchObject({ unasked: 10 });
  expect(world.priceRequests()).toBe(before + 30);
  const all = await read(shop);
  expect(all).toMatchObject({ unasked: 0, problem: null });
  expect(all.groups).toHaveLength(1);
});

it("says what has no price, and stops asking once the print service doesn't answer", async () => {
  const shop = await oneProduct([
    ["FREE", "0"],
    ["GONE", "1.00"],
  ]);
  delete world.catalog["GONE"];
  const { groups } = await read(shop);
  expect(groups.map(({ rows, sellAtEverywhere }) => [rows[0]?.status, sellAtEverywhere])).toEqual([
    ["unbelievable", null],
    ["rejected", null],
  ]);

  const many = await oneProduct(Array.from({ length: 20 }, (_, at) => [`DOWN-${at}`, "8.00"] as const));
  world.service.addFault({ endpoint: "test_price", effect: "bad_gateway", times: 100 });
  const before = world.priceRequests();
  expect(await read(many)).toMatchObject({ problem: "unavailable", askedAt: null });
  expect(world.priceRequests() - before).toBeLessThanOrEqual(8);
  expect(await read({ ...many, printAccountId: null as never })).toMatchObject({ problem: "not_connected" });
});

it("keeps another store's product to itself", async () => {
  await oneProduct([["OTHERS", "8.00"]]);
  const shop = await world.shop(["MINE"]);
  expect((await read(shop, { productGid: gidOf("Product", "2") })).groups).toEqual([]);
});
