import { afterAll, beforeAll, expect, it } from "vitest";
import { line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** An order of two shirts, so many of which Shopify shows as not fulfilled, so many minutes after it was placed. */
const open = (shop: OpenShop, remaining: number, minutes = 0) =>
  shop.paid({
    updatedAt: shop.later(minutes),
    lines: [line({ quantity: 2, remaining })],
  });

it("an order that the store fulfilled before anything was sent is held, and not printed", async () => {
  const shop = await openShop(world);
  await shop.receive(open(shop, 0));
  expect(await shop.openCodes()).toEqual(["fulfilled_elsewhere"]);
  expect(await shop.submissions()).toEqual([]);
});

it("the hold ends when something is to be fulfilled again", async () => {
  const shop = await openShop(world);
  await shop.receive(open(shop, 0));
  await shop.receive(open(shop, 1, 1));
  expect(await shop.openCodes()).toEqual([]);
  expect(await shop.submissions()).toMatchObject([{ state: "ready", lines: [{ quantity: 1 }] }]);
});

it("what staff has resolved is not raised again", async () => {
  const shop = await openShop(world);
  await shop.receive(open(shop, 0));
  const data = { clearedAt: world.ctx.clock.now(), clearedBy: "person" as const };
  await world.db.attention.updateMany({ where: { shopId: shop.shop.id }, data });
  await shop.receive(open(shop, 0, 1));
  expect(await shop.openCodes()).toEqual([]);
});

it.each([
  ["an order of which something was sent", "submitted"],
  ["an order whose submission may have been sent", "uncertain"],
] as const)("%s is not held: the store may fulfill it before its tracking comes", async (_what, state) => {
  const shop = await openShop(world);
  await shop.receive(open(shop, 2));
  await shop.setState(state);
  await shop.receive(open(shop, 0, 1));
  expect(await shop.openCodes()).toEqual([]);
});

it("a canceled order, and one without anything to print, are not held", async () => {
  const shop = await openShop(world);
  await shop.receive({ ...open(shop, 0), cancelledAt: world.ctx.clock.now() });
  expect(await shop.openCodes()).toEqual([]);
  const other = await openShop(world);
  await other.receive(other.paid({ lines: [line({ quantity: 1, remaining: 0, giftCard: true })] }));
  expect(await other.openCodes()).toEqual([]);
});
