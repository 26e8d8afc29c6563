import type { ShopsContext } from "../shops/context.ts";
import type { ShopId } from "../ports/ids.ts";
import { DAY_MS } from "../ports/clock.ts";

/**
 * Orders of the last 7 days that Shopify fulfilled before they were printed: the store probably fulfills its orders automatically.
 * 0 for a single one, which its own page shows.
 */
export async function countFulfilledFirst(ctx: Pick<ShopsContext, "db" | "clock">, shopId: ShopId): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - 7 * DAY_MS);
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT "orderId")::int AS "count" FROM "Attention"
    WHERE "shopId" = ${shopId}::uuid AND "code" = 'fulfilled_elsewhere' AND "openedAt" >= ${since}`;
  return row && row.count > 1 ? row.count : 0;
}
