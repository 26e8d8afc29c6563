import type { OrdersContext } from "../context.ts";
import { receiveByGid } from "../receive/receive.ts";

export interface Swept {
  seen: number;
  received: number;
}

/**
 * Goes through a shop's orders by updated_at, from the stored cursor less an overlap, and receives what is new or changed:
 * a webhook that never came is made good here. The cursor moves page by page, so that a break loses nothing.
 * @throws ForeignError when Shopify cannot be read; what was done stays done
 */
export async function sweepShop(ctx: OrdersContext, shopId: string): Promise<Swept> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const swept: Swept = { seen: 0, received: 0 };
  if (shop.uninstalledAt) return swept;
  const start = shop.ordersCursor ?? shop.goLiveAt;
  const since = new Date(start.getTime() - ctx.policy.sweepOverlapMs);
  let after: string | null = null;
  do {
    const page = await ctx.shopify.ordersUpdatedSince(shop.domain, since, after);
    swept.seen += page.orders.length;
    swept.received += await receiveChanged(ctx, shop, page.orders);
    const last = page.orders.at(-1)?.updatedAt;
    if (last) await moveCursor(ctx, shopId, last);
    after = page.next;
  } while (after !== null);
  await ctx.db.shop.update({ where: { id: shopId }, data: { ordersSweptAt: ctx.clock.now() } });
  return swept;
}

async function receiveChanged(
  ctx: OrdersContext,
  shop: { id: string; domain: string },
  orders: readonly { gid: string; updatedAt: Date }[],
): Promise<number> {
  const known = await ctx.db.order.findMany({
    where: { shopId: shop.id, shopifyGid: { in: orders.map((o) => o.gid) } },
    select: { shopifyGid: true, shopifyUpdatedAt: true },
  });
  const seen = new Map(known.map((row) => [row.shopifyGid, row.shopifyUpdatedAt]));
  const changed = orders.filter((o) => {
    const before = seen.get(o.gid);
    return !before || before < o.updatedAt;
  });
  for (const order of changed) await receiveByGid(ctx, shop.domain, order.gid);
  return changed.length;
}

async function moveCursor(ctx: OrdersContext, shopId: string, to: Date): Promise<void> {
  await ctx.db.shop.updateMany({
    where: { id: shopId, OR: [{ ordersCursor: null }, { ordersCursor: { lt: to } }] },
    data: { ordersCursor: to },
  });
}
