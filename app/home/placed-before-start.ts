import type { ShopsContext } from "../shops/context.ts";
import type { ShopId } from "../ports/ids.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Orders with something to print that came to light in the last 7 days, and are not sent since they were placed before the start date:
 * most of them while the app was uninstalled, for the start date is the moment of the last installation then.
 */
export function countPlacedBeforeStart(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: { id: ShopId; goLiveAt: Date },
): Promise<number> {
  const weekAgo = new Date(ctx.clock.now().getTime() - 7 * DAY_MS);
  return ctx.db.order.count({
    where: {
      shopId: shop.id,
      ignoredReason: "before_go_live",
      cancelledAt: null,
      redactedAt: null,
      receivedAt: { gte: shop.goLiveAt > weekAgo ? shop.goLiveAt : weekAgo },
      lines: { some: { eligibility: "printable", remaining: { gt: 0 } } },
    },
  });
}
