import { afterAll, expect, test } from "vitest";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { gidOf } from "../ports/gid.ts";
import { newHold } from "../orders/core/attention.ts";
import { changeOrder } from "../orders/core/change-orders.ts";
import { raiseReason } from "../orders/core/order-rows.ts";
import { countInbox, readStoreProblems } from "./store-problems.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());

test("the count in the menu has orders and problems of the shop, up to a limit, and asks nothing of Redis", async () => {
  const { shop, order, submission } = await world.order([{ gid: gidOf("LineItem", "1"), sku: "TEE", quantity: 1 }]);
  const ids = { shopId: shop.id, orderId: order.id, submissionId: submission.id };
  await changeOrder(world, order.id, (rows) => {
    for (const code of ["awaiting_approval", "payment_pending"] as const)
      raiseReason(rows, world.ctx, { ...ids, ...newHold(code) });
  });
  await world.db.shop.update({ where: { id: shop.id }, data: { addressRefusedAt: world.ctx.clock.now() } });
  const isAtLimit = () => Promise.reject(new Error("Redis hangs"));
  const ctx = { ...world.ctx, shopify: { ...world.ctx.shopify, isAtLimit } };
  expect((await readStoreProblems(world.ctx, shop.id)).map(({ kind }) => kind)).toEqual(["blocked"]);
  expect(await countInbox(ctx, shop.id, 100)).toBe(2);
  expect(await countInbox(ctx, shop.id, 1)).toBe(1);
});
