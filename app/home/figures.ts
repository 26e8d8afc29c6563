import { countOrders } from "../orders/pages/list/read-page.ts";
import { leastAdvanced } from "../orders/pages/list/tabs.ts";
import { SHIPPED_STATES, type SubmissionState } from "../orders/core/states.ts";
import type { ShopsContext } from "../shops/context.ts";
import { instantOf, wallTime } from "../settings/wall-time.ts";
import type { ShopId } from "../ports/ids.ts";
import { DAY_MS } from "../ports/clock.ts";

const RECENT_DAYS = 30;
/** Of a shop with more orders in that time the newest count, which keeps Home quick. */
const RECENT_LIMIT = 10_000;

/** The number of orders by progress. Each figure equals the count of the orders that it links to. */
export interface Figures {
  /** All orders, up to COUNT_LIMIT. */
  attention: number;
  waiting: number;
  at_provider: number;
  /** Orders placed on `since` or later of which a package was shipped, fulfilled in Shopify or not yet. */
  shipped: number;
  /** Orders placed on `since` or later that are fulfilled as a whole. */
  fulfilled: number;
  /** The day 30 days ago in the shop's time zone, YYYY-MM-DD. */
  since: string;
  /** More orders were placed since than were counted: `shipped` and `fulfilled` are at least so many. */
  moreRecent: boolean;
}

/** Days begin in the shop's `timezone`; in UTC while the time zone is unknown. */
export async function readFigures(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: { id: ShopId; timezone: string | null },
  recentLimit = RECENT_LIMIT,
): Promise<Figures> {
  const zone = shop.timezone ?? "UTC";
  const start = new Date(ctx.clock.now().getTime() - RECENT_DAYS * DAY_MS);
  const since = wallTime(start, zone).slice(0, 10);
  const [{ tabs }, recent] = await Promise.all([
    countOrders(ctx, shop.id),
    countRecent(ctx, shop.id, instantOf(`${since}T00:00`, zone) ?? start, recentLimit),
  ]);
  const sumOf = (counts: (states: SubmissionState[]) => boolean) =>
    recent.filter(({ states }) => counts(states)).reduce((sum, { count }) => sum + count, 0);
  return {
    ...tabs,
    shipped: sumOf((states) => states.some((state) => SHIPPED_STATES.includes(state))),
    fulfilled: sumOf((states) => leastAdvanced(states) === "fulfilled"),
    since,
    moreRecent: recent.some(({ more }) => more),
  };
}

/** Counts the newest orders placed since then, up to a limit, by the states of their submissions, without reprints. */
function countRecent(ctx: Pick<ShopsContext, "db">, shopId: ShopId, since: Date, limit: number) {
  return ctx.db.$queryRaw<{ states: SubmissionState[]; count: number; more: boolean }[]>`
    WITH newest AS MATERIALIZED (
      SELECT "id" FROM "Order" WHERE "shopId" = ${shopId}::uuid AND "shopifyCreatedAt" >= ${since}
      ORDER BY "shopifyCreatedAt" DESC LIMIT ${limit + 1}),
    counted AS (SELECT "id" FROM newest LIMIT ${limit})
    SELECT "states", count(*)::int AS "count", (SELECT count(*) FROM newest) > ${limit} AS "more" FROM (
      SELECT array_agg(DISTINCT s."state"::text) AS "states" FROM counted o
        JOIN "Submission" s ON s."orderId" = o."id" AND s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL
          AND s."kind" <> 'reprint'
        GROUP BY o."id") AS each GROUP BY "states"`;
}
