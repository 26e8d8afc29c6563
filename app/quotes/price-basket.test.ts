import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import type { Basket } from "./basket.ts";
import { priceBasket } from "./price-basket.ts";
import { openQuotesWorld } from "./world.testing.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BASKET: Basket = {
  countryCode: "US",
  provinceCode: "OR",
  items: [
    { itemSku: "TEE-BLACK-M", quantity: 2 },
    { itemSku: "MUG-11OZ", quantity: 1 },
  ],
};
const UNKNOWN: Basket = { ...BASKET, items: [{ itemSku: "NOPE", quantity: 1 }] };

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let world: Awaited<ReturnType<typeof openQuotesWorld>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());
beforeEach(async () => void (world = await openQuotesWorld(database)));
afterEach(() => world.service.close());

describe("a price", () => {
  it("has the cost of each line and the total", async () => {
    expect(await priceBasket(world.process(), await world.shop(), BASKET, { maxAgeMs: MINUTE })).toEqual({
      status: "priced",
      price: {
        currency: "USD",
        lines: [
          {
            itemSku: "TEE-BLACK-M",
            quantity: 2,
            baseCost: "7.8",
            goods: "15.6",
            shippingFee: "4.49",
            taxFee: "0",
            total: "20.09",
          },
          {
            itemSku: "MUG-11OZ",
            quantity: 1,
            baseCost: "4.35",
            goods: "4.35",
            shippingFee: "4.49",
            taxFee: "0",
            total: "8.84",
          },
        ],
        goods: "19.95",
        shipping: "8.98",
        tax: "0",
        total: "28.93",
        askedAt: "2026-11-21T09:00:00.000Z",
        discrepancies: [],
      },
    });
  });

  it("is cached until it is older than the request allows, also across processes", async () => {
    const shop = await world.shop();
    const first = await priceBasket(world.process(), shop, BASKET, { maxAgeMs: MINUTE });
    world.advance(MINUTE - 1);
    expect(await priceBasket(world.process(), shop, BASKET, { maxAgeMs: MINUTE })).toEqual(first);
    expect(world.priceRequests()).toBe(1);
    world.advance(1);
    const second = await priceBasket(world.process(), shop, BASKET, { maxAgeMs: MINUTE });
    expect(second).toMatchObject({ price: { askedAt: world.now().toISOString() } });
    expect(world.priceRequests()).toBe(2);
    expect(await priceBasket(world.process(), shop, BASKET, { maxAgeMs: 0 })).toEqual(second);
    expect(world.priceRequests()).toBe(3);
  });

  it("serves the same items in another order, in that order", async () => {
    const shop = await world.shop();
    await priceBasket(world.process(), shop, BASKET, { maxAgeMs: MINUTE });
    const other = { ...BASKET, items: BASKET.items.toReversed() };
    const priced = await priceBasket(world.process(), shop, other, { maxAgeMs: MINUTE });
    expect(priced).toMatchObject({ price: { lines: [{ itemSku: "MUG-11OZ" }, { itemSku: "TEE-BLACK-M" }] } });
    expect(world.priceRequests()).toBe(1);
  });

  it("is of one print account only", async () => {
    await priceBasket(world.process(), await world.shop(), BASKET, { maxAgeMs: MINUTE });
    await priceBasket(world.process(), await world.shop(), BASKET, { maxAgeMs: MINUTE });
    expect(world.priceRequests()).toBe(2);
  });

  it("is requested once by concurrent requests", async () => {
    const [ctx, shop] = [world.process(), await world.shop()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => priceBasket(ctx, shop, BASKET, { maxAgeMs: 0 })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(world.priceRequests()).toBe(1);
  });

  it("is cached, too, when two processes request it at the same time", async () => {
    const shop = await world.shop();
    const answers = await Promise.all(
      [world.process(), world.process(), world.process()].map((ctx) => priceBasket(ctx, shop, BASKET, { maxAgeMs: 0 })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(["priced", "priced", "priced"]);
    expect(await database.db.priceQuote.count({ where: { printAccountId: shop.printAccountId } })).toBe(1);
  });

  it("is deleted after a week, when another one is stored", async () => {
    const shop = await world.shop();
    await priceBasket(world.process(), shop, BASKET, { maxAgeMs: 0 });
    world.advance(7 * DAY + 1);
    const other = { ...BASKET, countryCode: "CA" };
    await priceBasket(world.process(), shop, other, { maxAgeMs: 0 });
    const rows = await database.db.priceQuote.findMany({ where: { printAccountId: shop.printAccountId } });
    expect(rows.map((row) => row.askedAt)).toEqual([world.now()]);
  });
});

describe("no price", () => {
  it("without a print account", async () => {
    const shop = { printAccountId: null, serviceCurrency: "USD" };
    expect(await priceBasket(world.process(), shop, BASKET, { maxAgeMs: 0 })).toEqual({ status: "not_connected" });
  });

  it("where the service rejects the account", async () => {
    const priced = await priceBasket(world.process("wrong"), await world.shop(), BASKET, { maxAgeMs: 0 });
    expect(priced).toEqual({ status: "account_rejected" });
  });

  it("where the service rejects the basket, with its message", async () => {
    const priced = await priceBasket(world.process(), await world.shop(), UNKNOWN, { maxAgeMs: 0 });
    expect(priced).toEqual({ status: "rejected", providerMessage: expect.stringContaining("NOPE") });
  });

  it("where the service does not answer, and a price as soon as it does", async () => {
    const [ctx, shop] = [world.process(), await world.shop()];
    world.service.addFault({ effect: "server_error", endpoint: "test_price" });
    expect(await priceBasket(ctx, shop, BASKET, { maxAgeMs: DAY })).toEqual({ status: "unavailable" });
    expect(await priceBasket(ctx, shop, BASKET, { maxAgeMs: DAY })).toMatchObject({ status: "priced" });
  });

  it("is never cached", async () => {
    const [ctx, shop] = [world.process(), await world.shop()];
    await priceBasket(ctx, shop, UNKNOWN, { maxAgeMs: DAY });
    await priceBasket(ctx, shop, UNKNOWN, { maxAgeMs: DAY });
    expect(world.priceRequests()).toBe(2);
    expect(await database.db.priceQuote.count({ where: { printAccountId: shop.printAccountId } })).toBe(0);
  });
});
