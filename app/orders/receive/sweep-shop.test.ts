import { afterAll, beforeAll, expect, it } from "vitest";
import { gid } from "../../../tests/support/order-fixtures.ts";
import { RejectedError, UnavailableError } from "../../ports/errors.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { includeOrdersSince } from "./not-printed.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";
import { sweepShop } from "./sweep-shop.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const SECOND = 1_000;
const at = (shop: OpenShop, seconds: number) => new Date(shop.paid().updatedAt.getTime() + seconds * SECOND);
const cursor = async (shop: OpenShop) =>
  (await world.db.shop.findUniqueOrThrow({ where: { id: shop.shop.id } })).ordersCursor;

/** Orders in Shopify, oldest first, on pages; `failing` is the place of one that cannot be received. */
function fill(shop: OpenShop, pages: number[][], failing?: number): OrderSnapshot[] {
  const all = pages.flat().map((n) => shop.paid({ gid: gid("Order", n), name: `#${n}`, updatedAt: at(shop, n) }));
  let next = 0;
  shop.shopify.pages = pages.map((page) => page.map((n) => ({ gid: gid("Order", n), updatedAt: at(shop, n) })));
  shop.shopify.read = () => {
    const one = all[next++];
    return next - 1 === failing ? Promise.reject(new TypeError("a bug")) : Promise.resolve(one ?? null);
  };
  return all;
}

it("receives every order of every page, moves the cursor to the last one, and asks for an overlap the next time", async () => {
  const shop = await openShop(world);
  fill(shop, [[1, 2], [3]]);
  expect(await sweepShop(shop.ctx, shop.shop.id)).toEqual({ seen: 3, received: 3 });
  expect((await shop.submissions()).map((row) => row.state)).toEqual(["ready", "ready", "ready"]);
  expect(await cursor(shop)).toEqual(at(shop, 3));
  await sweepShop(shop.ctx, shop.shop.id);
  const overlap = world.ctx.policy.sweepOverlapMs;
  expect(shop.shopify.sinceAsked.at(0)).toEqual(new Date(shop.shop.goLiveAt.getTime() - overlap));
  expect(shop.shopify.sinceAsked.at(-1)).toEqual(new Date(at(shop, 3).getTime() - overlap));
});

it("does not read an unchanged order again once the second of its change is over", async () => {
  const shop = await openShop(world);
  fill(shop, [[1]]);
  await sweepShop(shop.ctx, shop.shop.id);
  // Shopify's updated_at has whole seconds: the order may have changed again within it.
  expect((await sweepShop(shop.ctx, shop.shop.id)).received).toBe(1);
  world.advance(10 * SECOND);
  fill(shop, [[1]]);
  await sweepShop(shop.ctx, shop.shop.id);
  expect(await sweepShop(shop.ctx, shop.shop.id)).toEqual({ seen: 1, received: 0 });
});

it("receives the orders behind one that fails, and keeps the cursor before the failure", async () => {
  const shop = await openShop(world);
  fill(shop, [[1], [2], [3]], 1);
  await expect(sweepShop(shop.ctx, shop.shop.id)).rejects.toThrow("a bug");
  expect(await world.db.order.count({ where: { shopId: shop.shop.id } })).toBe(2);
  expect(await cursor(shop)).toEqual(at(shop, 1));
  expect(await world.db.shop.findUniqueOrThrow({ where: { id: shop.shop.id } })).toMatchObject({ ordersSweptAt: null });
});

it("stops at once when Shopify cannot be read; what was received stays", async () => {
  const shop = await openShop(world);
  const [first] = fill(shop, [[1, 2, 3]]);
  shop.shopify.read = () =>
    shop.shopify.reads > 1 ? Promise.reject(new UnavailableError("busy")) : Promise.resolve(first ?? null);
  await expect(sweepShop(shop.ctx, shop.shop.id)).rejects.toThrow(UnavailableError);
  expect(shop.shopify.reads).toBe(2);
  expect(await cursor(shop)).toBeNull();
  expect(await shop.submissions()).toHaveLength(1);
});

const brokenOff = () => new UnavailableError("Shopify broke off (INTERNAL_SERVER_ERROR)", { httpStatus: 200 });

it.each([
  ["refuses", () => new RejectedError("Shopify refused", { httpStatus: 200 })],
  ["breaks off at", brokenOff],
  ["answers 502 for", () => new UnavailableError("Shopify answered with HTTP 502", { httpStatus: 502 })],
])("receives the orders behind one that Shopify %s each time", async (_, failure) => {
  const shop = await openShop(world);
  const all = fill(shop, [[1, 2], [3]]);
  shop.shopify.read = () =>
    shop.shopify.reads === 1 ? Promise.reject(failure()) : Promise.resolve(all[shop.shopify.reads - 1] ?? null);
  await expect(sweepShop(shop.ctx, shop.shop.id)).rejects.toThrow(failure().message);
  expect(await world.db.order.count({ where: { shopId: shop.shop.id } })).toBe(2);
  expect(await cursor(shop)).toBeNull();
});

it("stops after some orders in a row that Shopify does not show, and at once when it asks to slow down", async () => {
  const shop = await openShop(world);
  fill(shop, [[1, 2, 3, 4, 5, 6, 7, 8]]);
  shop.shopify.read = () => Promise.reject(brokenOff());
  await expect(sweepShop(shop.ctx, shop.shop.id)).rejects.toThrow("broke off");
  expect(shop.shopify.reads).toBe(5);
  const throttled = new UnavailableError("slow down", { httpStatus: 200, retryAfterMs: 1_000 });
  shop.shopify.read = () => Promise.reject(throttled);
  await expect(sweepShop(shop.ctx, shop.shop.id)).rejects.toThrow(throttled);
  expect(shop.shopify.reads).toBe(6);
});

it("two sweeps at once receive each order once, and the cursor never goes back", async () => {
  const shop = await openShop(world);
  const [one] = fill(shop, [[5]]);
  shop.shopify.read = () => Promise.resolve(one ?? null);
  await world.db.shop.update({ where: { id: shop.shop.id }, data: { ordersCursor: at(shop, 60) } });
  await Promise.all([sweepShop(shop.ctx, shop.shop.id), sweepShop(shop.ctx, shop.shop.id)]);
  expect(await shop.submissions()).toHaveLength(1);
  expect(await cursor(shop)).toEqual(at(shop, 60));
});

it("the first sweep leaves the cursor behind a start date that was moved back meanwhile", async () => {
  const shop = await openShop(world);
  const [one] = fill(shop, [[5]]);
  const earlier = at(shop, -3_600);
  shop.shopify.read = async () => {
    await world.db.$transaction((tx) => includeOrdersSince(tx, shop.ctx, shop.shop.id, earlier));
    await world.db.shop.update({ where: { id: shop.shop.id }, data: { goLiveAt: earlier } });
    return one ?? null;
  };
  await sweepShop(shop.ctx, shop.shop.id);
  await sweepShop(shop.ctx, shop.shop.id);
  expect(shop.shopify.sinceAsked.at(-1)).toEqual(new Date(earlier.getTime() - world.ctx.policy.sweepOverlapMs));
});

it("asks Shopify nothing for a shop that uninstalled the app, and ends early when the worker stops", async () => {
  const shop = await openShop(world);
  fill(shop, [[1]]);
  expect(await sweepShop(shop.ctx, shop.shop.id, AbortSignal.abort())).toEqual({ seen: 1, received: 0 });
  await world.db.shop.update({ where: { id: shop.shop.id }, data: { uninstalledAt: new Date() } });
  expect(await sweepShop(shop.ctx, shop.shop.id)).toEqual({ seen: 0, received: 0 });
  expect(shop.shopify.sinceAsked).toHaveLength(1);
});
