import type { OrdersContext } from "../core/context.ts";
import { orderTag } from "../core/reference.ts";

const BATCH_SIZE = 500;

/**
 * Has every order looked at again for which the account holds a orphan: it is taken up then (adopt.ts), also where
 * nothing of the order is to be sent any longer. Orders that are not known here yet take theirs up when they come in.
 */
export async function wakeOrdersWithOrphans(ctx: OrdersContext, printAccountId: string): Promise<void> {
  const orphans = await ctx.db.orphan.findMany({ where: { printAccountId, adoptedAt: null }, select: { tag: true } });
  const tags = new Set(orphans.map((orphan) => orphan.tag));
  let after: string | undefined;
  while (tags.size > 0) {
    const orders = await ctx.db.order.findMany({
      where: { shop: { uninstalledAt: null }, ...(after ? { id: { gt: after } } : {}) },
      orderBy: { id: "asc" },
      take: BATCH_SIZE,
      select: { id: true, shopifyGid: true, shop: { select: { domain: true } } },
    });
    const matching = orders.filter((order) => tags.has(orderTag(ctx.encryptor, order.shop.domain, order.shopifyGid)));
    await ctx.db.order.updateMany({
      where: { id: { in: matching.map((order) => order.id) } },
      data: { dueAt: ctx.clock.now() },
    });
    for (const { id } of matching) ctx.wake.order(id);
    after = orders.at(-1)?.id;
    if (orders.length < BATCH_SIZE) return;
  }
}
