import { Prisma } from "../../../../prisma/client/client.ts";
import { STAFF_ACTION_CODES } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { stateIn } from "../../core/state-in.ts";
import { COUNT_LIMIT, COUNTED_TABS, lessAdvanced, PROGRESS_TABS, type ProgressTab, type Tab } from "./tabs.ts";
import type { ShopId } from "../../../ports/ids.ts";

export interface Counts {
  /** Orders on each tab, up to COUNT_LIMIT. */
  tabs: Record<(typeof COUNTED_TABS)[number], number>;
  /** The shop has an order. */
  any: boolean;
}

/**
 * Counts the orders on the tabs that show a count: as many as list-statements.ts finds for the tab. What is counted is unfinished or
 * open, so the count begins there, not at the shop's orders, of which most are finished.
 */
export async function countOrders(ctx: Pick<OrdersContext, "db">, shopId: ShopId): Promise<Counts> {
  const { sql, join } = Prisma;
  const bounded = (tab: Tab, orders: Prisma.Sql) =>
    sql`SELECT ${tab} AS "tab", count(*)::int AS "count" FROM (${orders} LIMIT ${COUNT_LIMIT}) AS bounded`;
  const tabs = COUNTED_TABS.map((tab) =>
    bounded(tab, tab === "attention" ? withAttention(shopId) : inProgress(shopId, tab)),
  );
  // Sorted, so that the plan takes the shop's index: another shop's orders may fill the begin of the table.
  const any = sql`SELECT ${"all"}, count(*)::int FROM
    (SELECT FROM "Order" WHERE "shopId" = ${shopId}::uuid ORDER BY "shopifyCreatedAt" LIMIT 1) AS first`;
  const rows = await ctx.db.$queryRaw<{ tab: Tab; count: number }[]>(join([...tabs, any], " UNION ALL "));
  const count = (tab: Tab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return {
    tabs: { attention: count("attention"), waiting: count("waiting"), at_provider: count("at_provider") },
    any: count("all") > 0,
  };
}

/** In the sequence of an index, so that a bounded count reads no more than it counts. */
const withAttention = (shopId: ShopId): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT a."orderId" FROM "Attention" a
  WHERE a."shopId" = ${shopId}::uuid AND a."clearedAt" IS NULL AND a."code" = ANY(${[...STAFF_ACTION_CODES]}::text[])`;

function inProgress(shopId: ShopId, tab: ProgressTab): Prisma.Sql {
  const { sql, empty } = Prisma;
  const before = lessAdvanced(tab);
  const notBefore = sql`AND NOT EXISTS (SELECT FROM "Submission" b
    WHERE b."orderId" = s."orderId" AND b."shopId" = s."shopId" AND b."replacedAt" IS NULL AND ${stateIn("b", before)})`;
  return sql`SELECT DISTINCT s."orderId" FROM "Submission" s
    WHERE s."shopId" = ${shopId}::uuid AND s."replacedAt" IS NULL AND ${stateIn("s", PROGRESS_TABS[tab])}
    ${before.length === 0 ? empty : notBefore}`;
}
