import { afterAll, beforeAll, expect, it } from "vitest";
import { snapshot } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { receiveMissing } from "./refresh-order.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

it("an order that was placed while the app was uninstalled is there as soon as somebody opens it", async () => {
  const { ctx, db, shop, shopify, paid, orderRow, submissions } = await openShop(world);
  const ref = { shopId: shop.id, shopifyGid: paid().gid };
  expect(await receiveMissing(ctx, ref)).toBe(false);
  expect(await orderRow()).toBeNull();
  await db.shop.update({ where: { id: shop.id }, data: { goLiveAt: ctx.clock.now() } });
  const before = new Date(ctx.clock.now().getTime() - 60_000);
  shopify.read = () => Promise.resolve(snapshot({ createdAt: before, updatedAt: before }));
  expect(await receiveMissing(ctx, ref)).toBe(true);
  expect(await orderRow()).toMatchObject({ ignoredReason: "before_go_live" });
  expect(await submissions()).toEqual([]);
});
