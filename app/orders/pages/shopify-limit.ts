import type { OrdersContext } from "../core/context.ts";
import { stateIn } from "../core/state-in.ts";
import { UNSENT_STATES } from "../core/states.ts";
import type { ShopId } from "../../ports/ids.ts";
import { MINUTE_MS } from "../../ports/clock.ts";

/** More orders are not counted. */
const COUNT_LIMIT = 10_000;
/** The pace is that of the last minutes; with fewer orders nothing is said of it. */
const PACE_MS = 5 * MINUTE_MS;
const ENOUGH = 5;

/** Orders that wait for Shopify's limit. */
export interface ShopifyLimit {
  /** Due, and not sent yet. `more`: there are more than that. */
  orders: number;
  more: boolean;
  /** null: too few were sent lately to tell. `lastAt`: when the last one goes at that pace; ISO 8601, UTC. */
  pace: { perMinute: number; lastAt: string } | null;
}

/** null where no order waits for Shopify's limit. */
export async function readShopifyLimit(
  ctx: Pick<OrdersContext, "db" | "clock" | "shopify">,
  shop: { id: ShopId; domain: string },
): Promise<ShopifyLimit | null> {
  if (!(await ctx.shopify.isAtLimit(shop.domain))) return null;
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - PACE_MS);
  const [row] = await ctx.db.$queryRaw<[{ orders: number; sent: number; first: Date | null }]>`
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM "Submission" s WHERE s."shopId" = ${shop.id}::uuid
        AND ${stateIn("s", UNSENT_STATES)} AND s."dueAt" <= ${now} LIMIT ${COUNT_LIMIT}) AS due) AS "orders",
      count(*)::int AS "sent", min("sentAt") AS "first"
    FROM "Submission" WHERE "shopId" = ${shop.id}::uuid AND "sentAt" > ${since}`;
  if (row.orders === 0) return null;
  const { orders, sent, first } = row;
  const minutes = first ? (now.getTime() - first.getTime()) / MINUTE_MS : 0;
  const counted = { orders, more: orders === COUNT_LIMIT };
  if (sent < ENOUGH || minutes <= 0) return { ...counted, pace: null };
  const perMinute = sent / minutes;
  const lastAt = new Date(now.getTime() + (orders / perMinute) * MINUTE_MS);
  return { ...counted, pace: { perMinute, lastAt: lastAt.toISOString() } };
}
