import { afterAll, beforeAll, expect, it } from "vitest";
import { insertSentOrders } from "../../../tests/support/many-orders.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readShopifyLimit } from "./shopify-limit.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MINUTE = 60_000;

async function shopWith(waiting: number, sent: number) {
  const { shop, account } = await world.shop();
  const now = world.ctx.clock.now();
  const orders = { shopId: shop.id, accountId: account.id };
  const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  await insertSentOrders(world.pool, {
    ...orders,
    count: waiting,
    state: "waiting",
    sentAt: at(60),
    prefix: `W${shop.id}`,
  });
  await world.db.submission.updateMany({ where: { shopId: shop.id }, data: { sentAt: null, dueAt: now } });
  await insertSentOrders(world.pool, {
    ...orders,
    count: sent,
    state: "submitted",
    sentAt: at(2),
    prefix: `S${shop.id}`,
  });
  const read = (atLimit: boolean) =>
    readShopifyLimit(
      { ...world.ctx, shopify: { ...world.ctx.shopify, isAtLimit: () => Promise.resolve(atLimit) } },
      shop,
    );
  return { now, read };
}

it("counts the orders that are due, and says when the last one goes at the pace of the last minutes", async () => {
  const { now, read } = await shopWith(30, 10);
  expect(await read(true)).toEqual({
    orders: 30,
    more: false,
    pace: { perMinute: expect.closeTo(5, 1), lastAt: expect.any(String) },
  });
  const lastAt = Date.parse((await read(true))?.pace?.lastAt ?? "");
  expect(Math.round((lastAt - now.getTime()) / MINUTE)).toBe(6);
});

it("says nothing of the pace after a few orders, and nothing at all where none waits for the limit", async () => {
  const { read } = await shopWith(3, 2);
  expect(await read(true)).toEqual({ orders: 3, more: false, pace: null });
  expect(await read(false)).toBeNull();
  const idle = await shopWith(0, 10);
  expect(await idle.read(true)).toBeNull();
});
