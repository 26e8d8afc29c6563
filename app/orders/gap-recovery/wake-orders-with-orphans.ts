import type { OrdersContext } from "../core/context.ts";
import { orderTag } from "../core/reference.ts";

const AT_ONCE = 500;

/**
 * Has every order looked at again for which the account holds a stray: it is taken up then (adopt.ts), also where nothing of
 * the order is to be sent any more. Orders that are not known here yet take theirs up when they come in.
 */
export async function wakeOwners(ctx: OrdersContext, printAccountId: string): Promise<void> {
  const strays = await ctx.db.stray.findMany({ where: { printAccountId, adoptedAt: null }, select: { tag: true } });
  const tags = new Set(strays.map((stray) => stray.tag));
  let after: string | undefined;
  while (tags.size > 0) {
    const orders = await ctx.db.order.findMany({
      where: { shop: { uninstalledAt: null }, ...(after ? { id: { gt: after } } : {}) },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true, shopifyGid: true, shop: { select: { domain: true } } },
    });
    const owners = orders.filter((order) => tags.has(orderTag(ctx.seal, order.shop.domain, order.shopifyGid)));
    await ctx.db.order.updateMany({
      where: { id: { in: owners.map((order) => order.id) } },
      data: { dueAt: ctx.clock.now() },
    });
    for (const { id } of owners) ctx.wake.order(id);
    after = orders.at(-1)?.id;
    if (orders.length < AT_ONCE) return;
  }
}
