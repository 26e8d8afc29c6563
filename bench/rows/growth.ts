import { readHome } from "../../app/home/home.ts";
import { countOrders, readOrdersPage } from "../../app/orders/pages/list/read-page.ts";
import type { ListQuery } from "../../app/orders/pages/list/list-query.ts";
import { prune } from "../../app/privacy/prune.ts";
import { AMOUNTS, COUNTS, KEY_BUT_TIME } from "../../app/profit/order-profit.ts";
import { BREAKDOWNS, readReportQuery, requestedPeriod } from "../../app/reports/period.ts";
import { readReport } from "../../app/reports/report.ts";
import type { BenchContext } from "../bench-context.ts";
import { median, type Line, type Row } from "../figures.ts";
import { deepQuery, LISTS, SEARCHES } from "../history/queries.ts";
import { withHistory, type History } from "../history/with-history.ts";
import { slowest, type Probe } from "../slowest.ts";

const SHOPS = 1_000;
const DAY = 24 * 60 * 60_000;
const RETENTION_DAYS = 60;
/** Of the orders of with-history.ts. */
const HISTORY_DAYS = 180;
/** Orders of a page of the orders list. */
const PAGE_SIZE = 50;

/** What pages and periodic work cost with a million orders in one shop. */
export function growthRows(context: BenchContext): Promise<Line[]> {
  return withHistory(context, { shops: 1, extent: "whole" }, async (history) => [
    ...(await pageRows(context, history, "one shop")),
    await depthRow(context, history),
    await metricsRow(context, history),
    await reportsRow(context, history),
    sizeRow(history),
    await retentionRow(context, history),
  ]);
}

/** What pages cost with a million orders of a thousand shops. */
export function manyShopsRows(context: BenchContext): Promise<Line[]> {
  const shops = Math.min(SHOPS, Math.ceil(context.effort.history / 100));
  return withHistory(context, { shops, extent: "pages" }, (history) =>
    pageRows(context, history, `one of ${shops} shops`),
  );
}

/** The slowest list, search and so on of the shop; p95 of each, with what the client adds. */
async function pageRows(context: BenchContext, history: History, where: string): Promise<Row[]> {
  const { ctx, shopId, domain } = history;
  const page = (query: ListQuery) => () => readOrdersPage(ctx, shopId, query);
  const groups: Record<string, Probe[]> = {
    "slowest list": LISTS.map(([name, query]) => [name, page(query)]),
    "slowest search": SEARCHES.map(([name, query]) => [name, page(query)]),
    "counts of the tabs": [["counts", () => countOrders(ctx, shopId)]],
    Home: [["home", () => readHome(ctx, domain)]],
  };
  const rows: Row[] = [];
  for (const [name, probes] of Object.entries(groups)) {
    const { figures, names } = await slowest(context.effort, probes);
    rows.push({
      id: "R10",
      name: `${name}, p95, ${context.effort.history} orders, ${where}`,
      unit: "ms",
      ours: figures,
      floor: null,
      goal: { of: "ours", atMost: 100 },
      ...(probes.length > 1 ? { note: `of ${probes.length}; the slowest of each run: ${names.join(", ")}` } : {}),
    });
  }
  return rows;
}

/** Page 400 of the orders list beside page 1. */
async function depthRow({ effort }: BenchContext, { ctx, shopId }: History): Promise<Row> {
  const pages = Math.min(400, Math.floor(effort.history / PAGE_SIZE) - 1);
  const deep = await deepQuery(ctx, shopId, (pages - 1) * PAGE_SIZE);
  const [, first] = LISTS[0] as (typeof LISTS)[0];
  const runs = { ours: [] as number[], floor: [] as number[] };
  for (let run = 0; run < effort.runs; run += 1) {
    const took = { ours: [] as number[], floor: [] as number[] };
    for (let at = 0; at < effort.queries; at += 1) {
      took.floor.push(await timed(() => readOrdersPage(ctx, shopId, first)));
      took.ours.push(await timed(() => readOrdersPage(ctx, shopId, deep)));
    }
    runs.ours.push(median(took.ours));
    runs.floor.push(median(took.floor));
  }
  const name = `page ${pages} of the orders list; floor: page 1`;
  return { id: "R10", name, unit: "ms", ...runs, goal: { of: "ratio", atMost: 1.5 } };
}

async function metricsRow({ effort }: BenchContext, { services }: History): Promise<Row> {
  const { figures } = await slowest(effort, [["metrics", () => services.metrics()]]);
  return {
    id: "R10",
    name: `/metrics, p95, ${effort.history} orders`,
    unit: "ms",
    ours: figures,
    floor: null,
    goal: { of: "ours", atMost: 20 },
  };
}

/** Rows of ProfitDay and ProfitMonth for all the orders: whole ones by 60 countries and 3 methods, and those of 1,000 variants, each day. */
async function fillDays({ database, orders, shopId }: History): Promise<void> {
  const day = `to_char(now() - d * interval '1 day', 'YYYY-MM-DD')`;
  const fill = (columns: string, from: string, rows: number) =>
    database.pool.query(
      `INSERT INTO "ProfitDay" ("shopId", "day", "currency", "productGid", "variantGid", "country", "method", "orders", "items", "sent",
         "shipped", "netSales", "shipping", "fees", "cost", "profit", "profitRevenue", "sentCost")
       SELECT $1, ${day}, 'USD', ${columns}, n, n, n, n, n * 25, n * 5, n, n * (10 + x % 25), n * (19 - x % 25), n * 30, n * (10 + x % 25)
       FROM generate_series(0, ${HISTORY_DAYS - 1}) AS d, ${from}, LATERAL (SELECT $2::int AS n) AS each`,
      [shopId, Math.ceil(orders / rows)],
    );
  await fill(
    `'', '', chr(65 + x / 26) || chr(65 + x % 26), method`,
    `generate_series(0, 59) AS x, unnest(ARRAY['standard', 'express', 'ground']) AS method`,
    HISTORY_DAYS * 180,
  );
  await fill(
    `'gid://shopify/Product/' || x % 200, 'gid://shopify/ProductVariant/' || x, '', ''`,
    `generate_series(0, 999) AS x`,
    HISTORY_DAYS * 1_000,
  );
  const columns = [...COUNTS, ...AMOUNTS];
  const keys = KEY_BUT_TIME.map((column) => `"${column}"`).join(", ");
  await database.pool.query(
    `INSERT INTO "ProfitMonth" ("shopId", "month", ${keys}, ${columns.map((column) => `"${column}"`).join(", ")})
     SELECT "shopId", left("day", 7), ${keys}, ${columns.map((column) => `sum("${column}")`).join(", ")} FROM "ProfitDay"
     GROUP BY "shopId", left("day", 7), ${keys}`,
  );
  for (const table of ["ProfitDay", "ProfitMonth"]) await database.pool.query(`VACUUM (ANALYZE) "${table}"`);
}

/** The slowest report: each period with each breakdown, and the longest range. */
async function reportsRow({ effort }: BenchContext, history: History): Promise<Row> {
  const { ctx, shopId } = history;
  await fillDays(history);
  const asked = ["period=today", "period=7", "period=30", "period=90", `from=${dayAgo(365)}&to=${dayAgo(0)}`];
  const probes = asked.flatMap((period) =>
    BREAKDOWNS.map((by): Probe => {
      const params = new URLSearchParams(`${period}&by=${by}`);
      const read = () =>
        readReport(
          ctx,
          { id: shopId, timezone: "UTC" },
          requestedPeriod(ctx.clock.now(), "UTC", params),
          readReportQuery(params),
        );
      return [params.toString(), read];
    }),
  );
  const { figures, names } = await slowest(effort, probes);
  return {
    id: "R10",
    name: `slowest report, p95, ${effort.history} orders, one shop`,
    unit: "ms",
    ours: figures,
    floor: null,
    goal: { of: "ours", atMost: 300 },
    note: `of ${probes.length}; the slowest of each run: ${names.join(", ")}`,
  };
}

const dayAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

function sizeRow({ orders, sizes }: History): Row {
  const perOrder = (bytes: number) => `${(bytes / orders).toFixed(0)} B`;
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    id: "R10",
    name: "database per order, with indexes",
    unit: "B",
    ours: [Math.round(all / orders)],
    floor: null,
    goal: null,
    note: `orders of half a year, bodies of webhooks with 600 B each: ${sizes.map(({ table, bytes }) => `${table} ${perOrder(bytes)}`).join(", ")}`,
  };
}

/**
 * How many orders a day retention keeps up with, one run an hour. Each run finds ten more days of them too old: with a
 * million orders of half a year 55,555, and 1,000,000 a day take 41,667 an hour. A run may erase more than it is offered.
 */
async function retentionRow({ effort }: BenchContext, { services, database, clock }: History): Promise<Row> {
  const { ctx } = services.core;
  const runs: { erased: number; seconds: number }[] = [];
  for (let run = 0; run < effort.longRuns; run += 1) {
    clock.advance(10 * DAY);
    // Orders that grow too old during the run were not offered to it.
    const now = ctx.clock.now();
    const before = await countContents(database.pool, now);
    const seconds = (await timed(() => prune(ctx, RETENTION_DAYS))) / 1000;
    // Unfinished orders stay.
    runs.push({ erased: before - (await countContents(database.pool, now)), seconds });
  }
  const each = runs.map(({ erased, seconds }) => `${erased} in ${seconds.toFixed(1)} s`);
  return {
    id: "R10",
    name: "orders a day whose data retention erases",
    unit: "",
    ours: runs.map(({ erased }) => erased * 24),
    floor: null,
    goal: { of: "ours", atLeast: 1_000_000 },
    note: `24 runs, one an hour, each of what it was offered: ${each.join(", ")}`,
  };
}

/** Orders of which anything is kept that is too old. */
async function countContents(pool: History["database"]["pool"], now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT greatest(
       (SELECT count(*) FROM "Submission" WHERE "payloadEncrypted" IS NOT NULL AND "createdAt" < $1),
       (SELECT count(*) FROM "Order" WHERE "customerEncrypted" IS NOT NULL AND "shopifyUpdatedAt" < $1),
       (SELECT count(DISTINCT "orderId") FROM "WebhookDelivery" WHERE "bodyEncrypted" IS NOT NULL AND "receivedAt" < $1)
     )::int AS "count"`,
    [before],
  );
  return rows[0]?.count ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
