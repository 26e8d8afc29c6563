import { afterAll, beforeAll, expect, it } from "vitest";
import { UnavailableError } from "../../ports/errors.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop } from "./open-shop.testing.ts";
import { recheckOrder } from "./recheck-order.ts";
import { wakeHeld } from "./wake-orders.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** An order that waits for its payment and is due for a recheck. */
async function dueOrder() {
  const shop = await openShop(world);
  await shop.receive(shop.paid({ financialStatus: "pending" }));
  const { id } = (await shop.orderRow()) ?? expect.unreachable();
  const rescheduleNow = () => world.db.order.update({ where: { id }, data: { dueAt: world.ctx.clock.now() } });
  await rescheduleNow();
  const row = () => world.db.order.findUniqueOrThrow({ where: { id } });
  return { ...shop, id, rescheduleNow, row };
}

it("raises attention while Shopify does not show the order, and clears it once Shopify does", async () => {
  const order = await dueOrder();
  let shown: OrderSnapshot | null = null;
  order.shopify.read = () => Promise.resolve(shown);
  expect(await recheckOrder(order.ctx, order.id)).toBe("not_in_shopify");
  await order.rescheduleNow();
  expect(await recheckOrder(order.ctx, order.id)).toBe("not_in_shopify");
  expect(await order.openCodes()).toEqual(["order_not_found", "payment_pending"]);
  // An unchanged snapshot: nothing to apply, but the order exists.
  shown = order.paid({ financialStatus: "pending" });
  await order.rescheduleNow();
  expect(await recheckOrder(order.ctx, order.id)).toBe("read");
  expect(await order.openCodes()).toEqual(["payment_pending"]);
  expect(await order.row()).toMatchObject({ dueAt: null });
});

it("releases an order whose payment arrived without a webhook", async () => {
  const order = await dueOrder();
  order.shopify.read = () => Promise.resolve(order.paid());
  expect(await recheckOrder(order.ctx, order.id)).toBe("read");
  expect(await order.submissions()).toMatchObject([{ state: "ready" }]);
  expect(await order.openCodes()).toEqual([]);
});

it("waits as long as Shopify asks, and raises attention only when that lasts", async () => {
  const order = await dueOrder();
  const now = world.ctx.clock.now().getTime();
  order.shopify.read = () => Promise.reject(new UnavailableError("busy", { retryAfterMs: 60_000 }));
  expect(await recheckOrder(order.ctx, order.id)).toBe("unavailable");
  expect(await order.row()).toMatchObject({ dueAt: new Date(now + 60_000), tries: 1 });
  expect(await order.openCodes()).toEqual(["payment_pending"]);
  await world.db.order.update({ where: { id: order.id }, data: { dueAt: world.ctx.clock.now(), tries: 20 } });
  await recheckOrder(order.ctx, order.id);
  expect(await order.openCodes()).toEqual(["order_unreadable", "payment_pending"]);
});

it("keeps a due time that was set while the order was read", async () => {
  const order = await dueOrder();
  const sooner = new Date(world.ctx.clock.now().getTime() + 1);
  const elsewhere = () => world.db.order.update({ where: { id: order.id }, data: { dueAt: sooner } });
  order.shopify.read = async () => {
    await elsewhere();
    throw new UnavailableError("busy");
  };
  await recheckOrder(order.ctx, order.id);
  expect(await order.row()).toMatchObject({ dueAt: sooner, tries: 0 });
});

it.each<[string, boolean]>([
  ["shows the order", true],
  ["does not show it", false],
])("is read once more where that was asked for while Shopify, which %s, was read", async (_what, isShown) => {
  const order = await dueOrder();
  order.shopify.read = async () => {
    world.advance(1);
    await wakeHeld(order.ctx, order.shop.id, ["payment_pending"]);
    return isShown ? order.paid({ financialStatus: "pending" }) : null;
  };
  await recheckOrder(order.ctx, order.id);
  expect(await order.row()).toMatchObject({ dueAt: world.ctx.clock.now() });
});

it("reads nothing of an order that is not due, or does not exist", async () => {
  const order = await dueOrder();
  await world.db.order.update({ where: { id: order.id }, data: { dueAt: null } });
  expect(await recheckOrder(order.ctx, order.id)).toBe("not_due");
  expect(await recheckOrder(order.ctx, world.ctx.ids.uuid())).toBe("not_due");
  expect(order.shopify.reads).toBe(0);
});

it("wakes exactly the held orders of that shop that wait for one of these reasons", async () => {
  const [order, other] = [await dueOrder(), await dueOrder()];
  for (const { id } of [order, other]) await world.db.order.update({ where: { id }, data: { dueAt: null } });
  order.woken.length = 0;
  expect(await wakeHeld(order.ctx, order.shop.id, ["unmapped_line"])).toBe(0);
  expect(await wakeHeld(order.ctx, order.shop.id, ["payment_pending", "unmapped_line"])).toBe(1);
  expect(order.woken).toEqual([order.id]);
  expect(await order.row()).toMatchObject({ dueAt: world.ctx.clock.now() });
  expect(await other.row()).toMatchObject({ dueAt: null });
});
