import type { Shop } from "../../prisma/client/client.ts";
import { isCatchingUp } from "../shops/access.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { ShopId } from "../ports/ids.ts";
import { DAY_MS } from "../ports/clock.ts";

/** Orders that are not sent since they were placed before the start date. */
export interface PlacedBeforeStart {
  orders: number;
  /** All of them were placed between the last uninstallation and the reinstallation after it. */
  whileUninstalled: boolean;
  /** The app was just reinstalled, and the orders placed meanwhile are still to be read. */
  reading: boolean;
}

/**
 * Those with something to print that came to light in the last 7 days: most of them were placed while the app was uninstalled, for a
 * reinstallation sets the start date.
 */
export async function countPlacedBeforeStart(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: Pick<Shop, "goLiveAt" | "lastUninstalledAt" | "reinstalledAt" | "ordersSweptAt"> & { id: ShopId },
): Promise<PlacedBeforeStart> {
  const now = ctx.clock.now();
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const where = {
    shopId: shop.id,
    // The index Order_not_printed has the shop's few orders of which nothing was printed.
    hasStandingSubmission: false,
    ignoredReason: "before_go_live",
    cancelledAt: null,
    redactedAt: null,
    receivedAt: { gte: shop.goLiveAt > weekAgo ? shop.goLiveAt : weekAgo },
    lines: { some: { eligibility: "printable", remaining: { gt: 0 } } },
  } as const;
  const {
    _count: orders,
    _min,
    _max,
  } = await ctx.db.order.aggregate({
    where,
    _count: true,
    _min: { shopifyCreatedAt: true },
    _max: { shopifyCreatedAt: true },
  });
  const { lastUninstalledAt: from, reinstalledAt: to } = shop;
  const [first, last] = [_min.shopifyCreatedAt, _max.shopifyCreatedAt];
  return {
    orders,
    whileUninstalled: !!(from && to && first && last) && from <= first && last <= to,
    reading: isCatchingUp(now, shop),
  };
}
