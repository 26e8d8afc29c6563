import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { includeOrdersSince } from "./not-printed.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const HOUR = 3_600_000;
const hoursBefore = (shop: OpenShop, hours: number) => new Date(shop.shop.goLiveAt.getTime() - hours * HOUR);
const include = (shop: OpenShop, since: Date) =>
  world.db.$transaction((tx) => includeOrdersSince(tx, shop.ctx, shop.shop.id, since));
const setCursor = (shop: OpenShop, ordersCursor: Date | null) =>
  world.db.shop.update({ where: { id: shop.shop.id }, data: { ordersCursor } });
const cursor = async (shop: OpenShop) =>
  (await world.db.shop.findUniqueOrThrow({ where: { id: shop.shop.id } })).ordersCursor;

it("decides again what was ignored for the later date, and nothing that was placed before the earlier one", async () => {
  const shop = await openShop(world);
  const [early, late] = [hoursBefore(shop, 5), hoursBefore(shop, 1)];
  const orders = [early, late].map((createdAt, at) =>
    shop.paid({ gid: `gid://shopify/Order/${at}`, createdAt, updatedAt: createdAt }),
  );
  for (const order of orders) expect(await shop.receive(order)).toBe("ignored");
  await include(shop, hoursBefore(shop, 2));
  const rows = await Promise.all(orders.map(({ gid }) => shop.orderRow(gid)));
  expect(rows.map((row) => [row?.ignoredReason, row?.dueAt !== null])).toEqual([
    ["before_go_live", false],
    [null, true],
  ]);
});

it("moves the cursor of the sweep back, never forward", async () => {
  const shop = await openShop(world);
  await setCursor(shop, hoursBefore(shop, 3));
  await include(shop, hoursBefore(shop, 1));
  expect(await cursor(shop)).toEqual(hoursBefore(shop, 3));
  await include(shop, hoursBefore(shop, 4));
  expect(await cursor(shop)).toEqual(hoursBefore(shop, 4));
});
