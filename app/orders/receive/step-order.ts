import { ForeignError } from "../../ports/errors.ts";
import { raise } from "../attentions.ts";
import type { OrdersContext } from "../context.ts";
import { lockOrder } from "../lock.ts";
import { backoff } from "../policy.ts";
import { receiveByGid } from "./receive.ts";

/** Reads an order that is due from Shopify again and takes it in; puts it off while Shopify cannot be read. */
export async function stepOrder(ctx: OrdersContext, orderId: string): Promise<void> {
  const order = await ctx.db.order.findUnique({
    where: { id: orderId },
    include: { shop: { select: { domain: true } } },
  });
  if (!order?.dueAt || order.dueAt > ctx.clock.now()) return;
  try {
    const received = await receiveByGid(ctx, order.shop.domain, order.shopifyGid);
    if (received === "not_in_shopify") {
      await ctx.db.$transaction(async (tx) => {
        await lockOrder(tx, orderId);
        await raise(tx, ctx, { shopId: order.shopId, orderId, code: "order_not_found" });
        await tx.order.update({ where: { id: orderId }, data: { dueAt: null } });
      });
    } else {
      // A stale answer clears no due time by itself.
      await ctx.db.order.updateMany({ where: { id: orderId, dueAt: order.dueAt }, data: { dueAt: null, attempts: 0 } });
    }
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    const dueAt = new Date(ctx.clock.now().getTime() + backoff(ctx.policy, order.attempts, ctx.random()));
    await ctx.db.order.updateMany({
      where: { id: orderId, dueAt: order.dueAt },
      data: { dueAt, attempts: { increment: 1 } },
    });
  }
}

/** Has every order of a shop looked at again that waits for one of these reasons: a mapping was made, an account connected … */
export async function wakeHeld(ctx: OrdersContext, shopId: string, codes: readonly string[]): Promise<number> {
  const open = await ctx.db.attention.findMany({
    where: { shopId, code: { in: [...codes] }, clearedAt: null },
    select: { orderId: true },
    distinct: ["orderId"],
  });
  const ids = open.map((row) => row.orderId);
  await ctx.db.order.updateMany({ where: { id: { in: ids } }, data: { dueAt: ctx.clock.now() } });
  for (const id of ids) ctx.wake.order(id);
  return ids.length;
}
