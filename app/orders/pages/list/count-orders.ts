import { Prisma } from "@prisma/client";
import type { OrdersContext } from "../../core/context.ts";
import { conditions } from "./conditions.ts";
import { DEFAULT_QUERY } from "./list-query.ts";
import { COUNT_LIMIT, COUNTED_TABS, type Tab } from "./tabs.ts";
import type { ShopId } from "../../../ports/ids.ts";

export interface Counts {
  /** Orders on each tab, up to COUNT_LIMIT. */
  tabs: Record<(typeof COUNTED_TABS)[number], number>;
  /** The shop has an order. */
  any: boolean;
}

/** Counts the orders on the tabs that show a count. */
export async function countOrders(ctx: Pick<OrdersContext, "db">, shopId: ShopId): Promise<Counts> {
  const { sql, join } = Prisma;
  const bounded = (tab: Tab) =>
    sql`SELECT ${tab} AS "tab", count(*)::int AS "count" FROM
      (SELECT FROM "Order" o WHERE ${conditions(shopId, { ...DEFAULT_QUERY, tab })}
        LIMIT ${tab === "all" ? 1 : COUNT_LIMIT}) AS bounded`;
  const each = join(
    (["all", ...COUNTED_TABS] as const).map((tab) => bounded(tab)),
    " UNION ALL ",
  );
  const rows = await ctx.db.$queryRaw<{ tab: Tab; count: number }[]>(each);
  const count = (tab: Tab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return {
    tabs: { attention: count("attention"), waiting: count("waiting"), at_provider: count("at_provider") },
    any: count("all") > 0,
  };
}
