import type { Services } from "../../app/composition/services.server.ts";
import type { ShopId } from "../../app/ports/ids.ts";
import type { BenchContext } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import type { BenchDatabase } from "../database.ts";
import { movedClock } from "../moved-clock.ts";
import { fillHistory, type HistoryPlan } from "./fill.ts";
import { createShops } from "./shops.ts";
import { createWords } from "./words.ts";

/** A database with the orders of half a year. */
export interface History {
  database: BenchDatabase;
  services: Services;
  ctx: Services["core"]["ctx"];
  clock: { advance(ms: number): void };
  orders: number;
  /** The shop that is looked at: the first. */
  shopId: ShopId;
  domain: string;
  /** Each table with its indexes, largest first; without those of less than a byte an order. */
  sizes: { table: string; bytes: number }[];
}

/** The states of orders by their age: nearly all are finished, a week's worth is on its way, the last day's wait. */
const STATE = `CASE
  WHEN i % 200 = 0 THEN 'cancelled'
  WHEN days < 0.02 THEN 'waiting'
  WHEN days < 2 THEN 'submitted'
  WHEN days < 5 THEN 'in_production'
  WHEN days < 6 THEN 'shipped'
  ELSE 'fulfilled' END`;

/** Fills a database of its own with so many shops' orders, runs `work` on it, and drops it. */
export async function withHistory<T>(
  context: BenchContext,
  { shops: count, extent }: { shops: number } & Pick<HistoryPlan, "extent">,
  work: (history: History) => Promise<T>,
): Promise<T> {
  const orders = context.effort.history;
  const database = await context.freshDatabase();
  const { clock, advance } = movedClock();
  const services = createBenchServices(context.settingsFor(database.url), { clock });
  try {
    const start = performance.now();
    const shops = await createShops(services, database, count);
    await createWords(services, database, shops);
    const ages = { fromDays: 180, toDays: 0 };
    await fillHistory(database, { shops, first: 0, orders, ages, state: STATE, extent });
    await database.pool.query(`DROP TABLE "BenchWord"`);
    context.print(`${orders} orders of ${count} shops: filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    return await work({
      database,
      services,
      ctx: services.core.ctx,
      clock: { advance },
      orders,
      shopId: shops[0].id as ShopId,
      domain: "bench-shop-0.myshopify.com",
      sizes: await tableSizes(database, orders),
    });
  } finally {
    await services.close();
    await database.drop();
  }
}

async function tableSizes({ pool }: BenchDatabase, orders: number): Promise<History["sizes"]> {
  const { rows } = await pool.query<{ table: string; bytes: string }>(
    `SELECT relname AS "table", pg_total_relation_size(oid) AS "bytes" FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
  );
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) })).filter(({ bytes }) => bytes >= orders);
}
