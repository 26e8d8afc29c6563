import { afterAll, beforeAll, expect, it } from "vitest";
import { snapshot } from "../../../tests/support/order-fixtures.ts";
import { memoryShopify } from "../fulfil/memory-shopify.testing.ts";
import { openOrdersWorld } from "../fulfil/orders-world.testing.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { recheckOrder } from "./recheck-order.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

it("tells that Shopify shows no such order, and takes it back once it does", async () => {
  const orderGid = "gid://shopify/Order/77" as const;
  let shown: OrderSnapshot | null = null;
  const port = { ...memoryShopify().port, readOrder: async () => shown };
  const elsewhere = { port, domain: "step.myshopify.com", orderGid };
  const { order } = await world.order([], "submitted", { otherShopify: elsewhere });
  const recheck = async (): Promise<string[]> => {
    await world.db.order.update({ where: { id: order.id }, data: { dueAt: world.ctx.clock.now() } });
    await recheckOrder(world.ctx, order.id);
    const open = await world.db.attention.findMany({ where: { orderId: order.id, clearedAt: null } });
    return open.map(({ code }) => code);
  };
  expect(await recheck()).toEqual(["order_not_found"]);
  expect(await recheck()).toEqual(["order_not_found"]);
  // The very picture that is known already: nothing to take in, and yet it is there.
  shown = snapshot({ gid: orderGid, updatedAt: order.shopifyUpdatedAt });
  expect(await recheck()).toEqual([]);
  expect(await world.db.order.findUniqueOrThrow({ where: { id: order.id } })).toMatchObject({ dueAt: null });
});
