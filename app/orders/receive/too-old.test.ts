import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { openShop } from "./open-shop.testing.ts";
import { holdTooOld, wakeTooOld } from "./not-printed.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const DAY_MS = 86_400_000;

/** An order that was held and is so many days old by now. */
async function held(days: number) {
  const shop = await openShop(world);
  await shop.receive(shop.paid({ financialStatus: "pending" }));
  const shopifyCreatedAt = new Date(world.ctx.clock.now().getTime() - days * DAY_MS);
  await world.db.order.updateMany({ where: { shopId: shop.shop.id }, data: { shopifyCreatedAt } });
  const { id } = (await shop.orderRow()) ?? expect.unreachable();
  shop.woken.length = 0;
  return { shop, id };
}

it("an order that Shopify no longer shows for its age waits until somebody allows access, with a reason of its own", async () => {
  const { shop, id } = await held(61);
  await holdTooOld(shop.ctx, id);
  expect(await shop.openCodes()).toEqual(["order_too_old_to_send", "payment_pending"]);
  expect(await shop.submissions()).toMatchObject([{ state: "waiting", dueAt: null }]);
});

it("is found among those that grew too old while something held them, and read once more", async () => {
  const { shop, id } = await held(61);
  await held(59);
  expect(await wakeTooOld(shop.ctx)).toBe(1);
  expect(shop.woken).toEqual([id]);
  // With its reason, nothing is left to find out.
  await holdTooOld(shop.ctx, id);
  expect(await wakeTooOld(shop.ctx)).toBe(0);
});

it.each([
  ["whose shop allows access to older orders", { scopes: `read_orders,${ALL_ORDERS_SCOPE}` }],
  ["whose shop uninstalled the app", { uninstalledAt: new Date() }],
])("an order %s is left alone", async (_what, data) => {
  const { shop } = await held(61);
  await world.db.shop.update({ where: { id: shop.shop.id }, data });
  expect(await wakeTooOld(shop.ctx)).toBe(0);
  expect(shop.woken).toEqual([]);
});
