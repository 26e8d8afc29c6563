import { Decimal } from "decimal.js";
import { Prisma } from "../../prisma/client/client.ts";
import { countryName } from "../address/country.ts";
import { STAFF_ACTION_CODES } from "../orders/core/attention.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { readStageMedians } from "../orders/pages/list/stages.ts";
import { instantsOf, shiftDay, type DateRange } from "../settings/date-range.ts";
import { DAY_MS } from "../ports/clock.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { retentionPeriods } from "../privacy/prune.ts";
import { amountText, percentOf } from "../profit/money.ts";
import { AMOUNTS, COUNTS, KEY_BUT_TIME } from "../profit/order-profit.ts";
import { STAGES, type Stage } from "../settings/settings.ts";
import {
  daysIn,
  monthRange,
  MONEY_FIGURES,
  wholeMonths,
  type Breakdown,
  type BreakdownSort,
  type CountFigure,
  type MoneyFigure,
  type ReportPeriod,
  type ReportQuery,
} from "./period.ts";

/** A figure beside that of the period before. Amounts are decimal strings. null: not known, or there is none. */
export interface Compared {
  now: string | null;
  before: string | null;
  change: Change;
}

/** In percent of the figure before, to one place; null where there is none to compare with. */
export type Change = { direction: "up" | "down" | "same"; percent: string } | null;

/** Sums of whole orders, in one currency. */
interface Sums {
  orders: number;
  sent: number;
  shipped: number;
  billed: number;
  estimated: number;
  unknownSales: number;
  unknownCost: number;
  unknownSentCost: number;
  netSales: Decimal;
  shipping: Decimal;
  fees: Decimal;
  cost: Decimal;
  profit: Decimal;
  profitRevenue: Decimal;
  sentCost: Decimal;
  billedCost: Decimal;
  quotedCost: Decimal;
}

const AMOUNT_KEYS = [
  ...(["netSales", "shipping", "fees", "cost", "profit", "profitRevenue"] as const),
  ...(["sentCost", "billedCost", "quotedCost"] as const),
];
const COUNT_KEYS = [
  ...(["orders", "sent", "shipped", "billed", "estimated"] as const),
  ...(["unknownSales", "unknownCost", "unknownSentCost"] as const),
];

export interface Report {
  /** Those of the shop's orders in both periods, the one that is shown first. */
  currencies: string[];
  currency: string;
  counts: Record<CountFigure, Compared>;
  /** Median business days of what left the stage in the period. */
  stages: Record<Stage, Compared>;
  /** margin: percent of the revenue of the orders whose profit is known. */
  money: Record<MoneyFigure, Compared>;
  /** Net sales and shipping. */
  revenue: string;
  /** Orders of the period in the currency, and of how many something is not known. */
  known: { orders: number; estimated: number; unknownSales: number; unknownCost: number };
  /** Revenue of the orders whose profit is known, and of all; null: they are the same. */
  coverage: { counted: string; revenue: string } | null;
  /** What was sent in the period, whenever it was ordered. */
  billing: {
    sent: number;
    unbilled: number;
    unknown: number;
    /** By quotes: of all that was sent, and of what was billed. */
    quoted: string;
    quotedOfBilled: string;
    billed: string;
    difference: string;
  };
  /** In the sequence of days, or of months in a range of more than MAX_CHART_DAYS. */
  series: SeriesPoint[];
  seriesOf: "days" | "months";
  breakdown: BreakdownRow[];
  /** How many rows there are in all. */
  breakdownTotal: number;
  /** The first day with a figure. */
  firstDay: string;
  /** Older orders are still being counted. */
  isCounting: boolean;
}

export interface SeriesPoint {
  /** YYYY-MM-DD or YYYY-MM. */
  at: string;
  orders: number;
  sent: number;
  shipped: number;
  /** This and the other amounts: of the orders of which it is known; null: of none of the point's. */
  revenue: string | null;
  cost: string | null;
  profit: string | null;
}

export interface BreakdownRow {
  key: string;
  name: string;
  /** The page of it; null: there is none. */
  url: string | null;
  orders: number;
  items: number;
  /** This and the other amounts: of the orders of which it is known; null: of none. */
  revenue: string | null;
  cost: string | null;
  fees: string | null;
  profit: string | null;
  margin: string | null;
  unknown: number;
  estimated: number;
}

const MAX_CHART_DAYS = 92;
const isByDay = (range: DateRange): boolean => daysIn(range) <= MAX_CHART_DAYS;

type ReportContext = Pick<OrdersContext, "db" | "clock">;

/** A shop's figures of a period. null: no order was ever counted. @throws RangeError when the period's range is none */
export async function readReport(
  ctx: ReportContext,
  { id: shopId, timezone }: Pick<ShopRow, "id" | "timezone">,
  { range, before }: Pick<ReportPeriod, "range" | "before">,
  query: ReportQuery,
): Promise<Report | null> {
  const [inRange, beforeRows, state, problems, stages, stagesBefore] = await Promise.all([
    readTimes(ctx, shopId, range, { daily: isByDay(range) }),
    readTimes(ctx, shopId, before, { daily: false }),
    readState(ctx, shopId),
    countProblems(ctx, shopId, { range, before, timezone }),
    readMedians(ctx, shopId, range, timezone),
    readMedians(ctx, shopId, before, timezone),
  ]);
  if (state.firstDay === null) return null;
  const { firstDay, isCounting } = state;
  const currencies = currenciesOf([...beforeRows, ...inRange], state.currency);
  const currency = currencies.includes(query.currency) ? query.currency : (currencies[0] ?? "USD");
  // A period that ends before the first figure has none, which is not 0.
  const hasBefore = before.to >= firstDay;
  const [all, allBefore] = [sumUp(inRange), hasBefore ? sumUp(beforeRows) : null];
  const own = (rows: readonly TimeSums[]) => sumUp(rows.filter((row) => row.currency === currency));
  const [sums, sumsBefore] = [own(inRange), hasBefore ? own(beforeRows) : null];
  const { rows: breakdown, total } = await readBreakdown(ctx, shopId, { range, currency, query });
  const revenue = sums.netSales.plus(sums.shipping);
  const text = (amount: Decimal) => amountText(amount, currency);
  const figure = (key: "orders" | "sent" | "shipped") =>
    compared(String(all[key]), allBefore && String(allBefore[key]));
  return {
    ...{ currencies, currency, firstDay, isCounting, breakdown, breakdownTotal: total },
    counts: {
      ...{ orders: figure("orders"), sent: figure("sent"), shipped: figure("shipped") },
      problems: compared(problems.now, hasBefore ? problems.before : null),
    },
    stages: Object.fromEntries(
      STAGES.map((stage) => [stage, compared(stages[stage], stagesBefore[stage])]),
    ) as Report["stages"],
    money: Object.fromEntries(
      MONEY_FIGURES.map((key) => [
        key,
        compared(moneyOf(sums, key, currency), sumsBefore && moneyOf(sumsBefore, key, currency)),
      ]),
    ) as Report["money"],
    revenue: text(revenue),
    known: {
      ...{ orders: sums.orders, estimated: sums.estimated },
      ...{ unknownSales: sums.unknownSales, unknownCost: sums.unknownCost },
    },
    coverage: revenue.equals(sums.profitRevenue) ? null : { counted: text(sums.profitRevenue), revenue: text(revenue) },
    billing: {
      ...{ sent: sums.sent, unbilled: sums.sent - sums.billed, unknown: sums.unknownSentCost },
      quoted: text(sums.sentCost.minus(sums.billedCost).plus(sums.quotedCost)),
      ...{ quotedOfBilled: text(sums.quotedCost), billed: text(sums.billedCost) },
      difference: text(sums.billedCost.minus(sums.quotedCost)),
    },
    ...seriesOf(inRange, range, currency),
  };
}

function compared(now: string | null, before: string | null): Compared {
  return { now, before, change: changeOf(now, before) };
}

/** The change from one figure to another. */
export function changeOf(now: string | null, before: string | null): Change {
  if (now === null || before === null || new Decimal(before).isZero()) return null;
  const change = new Decimal(now).minus(before).dividedBy(new Decimal(before).abs()).times(100);
  const direction = change.isZero() ? "same" : change.isNegative() ? "down" : "up";
  return { direction, percent: change.abs().toDecimalPlaces(1, Decimal.ROUND_HALF_UP).toFixed() };
}

type Earned = Pick<
  Sums,
  "orders" | "unknownSales" | "unknownCost" | "profit" | "profitRevenue" | "netSales" | "shipping"
>;

/** Of at least one order everything is known. A fee whose rate is missing is counted as nothing of its own. */
function isProfitKnown(sums: Earned): boolean {
  const nothing = sums.profit.isZero() && sums.profitRevenue.isZero();
  return (
    sums.orders > Math.max(sums.unknownSales, sums.unknownCost) &&
    !(nothing && !sums.netSales.plus(sums.shipping).isZero())
  );
}

/** Everything is known of an order but its fee, whose exchange rate is missing. */
const lacksFees = (sums: Earned & { fees: Decimal }): boolean =>
  sums.orders > Math.max(sums.unknownSales, sums.unknownCost) && !isProfitKnown(sums) && sums.fees.isZero();

/** null: of no order known. Without orders, amounts are 0, and there is no margin. */
function moneyOf(sums: Sums, key: MoneyFigure, currency: string): string | null {
  if (key === "margin") return isProfitKnown(sums) ? percentOf(sums.profit, sums.profitRevenue) : null;
  const isUnknown = {
    ...{ netSales: sums.unknownSales === sums.orders, shipping: sums.unknownSales === sums.orders },
    ...{
      cost: sums.unknownCost === sums.orders,
      fees: sums.unknownSales === sums.orders || lacksFees(sums),
      profit: !isProfitKnown(sums),
    },
  }[key];
  return sums.orders > 0 && isUnknown ? null : amountText(sums[key], currency);
}

/** Sums of a day or a month. */
type TimeSums = Sums & { at: string; currency: string };

const countSql = Prisma.raw(COUNT_KEYS.map((key) => `sum("${key}")::int AS "${key}"`).join(", "));
const amountSql = Prisma.raw(AMOUNT_KEYS.map((key) => `sum("${key}")::text AS "${key}"`).join(", "));

const { sql } = Prisma;
const TIMED_COLUMNS = [...KEY_BUT_TIME, ...COUNTS, ...AMOUNTS].map((column) => `"${column}"`).join(", ");
const WHOLE_ORDERS = sql`"productGid" = ''`;

/** The rows of a range, `"at"` a day: where `daily` is not asked for, a month that is in it as a whole has its own rows instead. */
function timedRows(
  shopId: ShopId,
  range: DateRange,
  { daily, where }: { daily: boolean; where: Prisma.Sql },
): Prisma.Sql {
  const months = daily ? null : wholeMonths(range);
  const ofShop = sql`"shopId" = ${shopId}::uuid AND ${where}`;
  const days = ({ from, to }: DateRange) =>
    sql`SELECT "day" AS "at", ${Prisma.raw(TIMED_COLUMNS)} FROM "ProfitDay" WHERE ${ofShop} AND "day" BETWEEN ${from} AND ${to}`;
  if (!months) return days(range);
  const { first, last } = months;
  return sql`SELECT "month" AS "at", ${Prisma.raw(TIMED_COLUMNS)} FROM "ProfitMonth"
    WHERE ${ofShop} AND "month" BETWEEN ${first} AND ${last}
    UNION ALL ${days({ from: range.from, to: shiftDay(`${first}-01`, -1) })}
    UNION ALL ${days({ from: shiftDay(monthRange(last).to, 1), to: range.to })}`;
}

/** The sums of whole orders, of each day or month of the rows. */
async function readTimes(
  { db }: Pick<ReportContext, "db">,
  shopId: ShopId,
  range: DateRange,
  { daily }: { daily: boolean },
): Promise<TimeSums[]> {
  const rows = await db.$queryRaw<Record<string, string | number>[]>`
    SELECT "at", "currency", ${countSql}, ${amountSql} FROM (${timedRows(shopId, range, { daily, where: WHOLE_ORDERS })}) AS timed
    GROUP BY "at", "currency" ORDER BY "at"`;
  return rows.map(
    (row) =>
      ({
        ...row,
        ...Object.fromEntries(AMOUNT_KEYS.map((key) => [key, new Decimal(row[key] ?? 0)])),
      }) as unknown as TimeSums,
  );
}

function sumUp(rows: readonly Sums[]): Sums {
  const counts = COUNT_KEYS.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)] as const);
  const amounts = AMOUNT_KEYS.map(
    (key) => [key, rows.reduce((sum, row) => sum.plus(row[key]), new Decimal(0))] as const,
  );
  return Object.fromEntries<number | Decimal>([...counts, ...amounts]) as unknown as Sums;
}

/** The shop's own first, then those of most orders. */
function currenciesOf(times: readonly TimeSums[], ofShop: string | null): string[] {
  const orders = new Map<string, number>();
  for (const { currency, orders: count } of times) orders.set(currency, (orders.get(currency) ?? 0) + count);
  const found = [...orders].toSorted(([, one], [, other]) => other - one).map(([currency]) => currency);
  if (found.length === 0) return ofShop === null ? [] : [ofShop];
  return found.toSorted((one, other) => Number(other === ofShop) - Number(one === ofShop));
}

/** As many orders that are due at once are more than what comes in between two turns. */
const BACKLOG = 200;

async function readState({ db }: Pick<ReportContext, "db">, shopId: ShopId) {
  const [row] = await db.$queryRaw<[{ firstDay: string | null; currency: string | null; isCounting: boolean }]>`
    SELECT s."currency", (SELECT min(d."day") FROM "ProfitDay" d WHERE d."shopId" = s."id" AND d."productGid" = '') AS "firstDay",
      s."profitRecountAfter" IS NOT NULL OR (SELECT count(*) FROM (
        SELECT FROM "OrderProfit" p WHERE p."shopId" = s."id" AND p."dueAt" IS NOT NULL LIMIT ${BACKLOG}) AS due) = ${BACKLOG}
        AS "isCounting"
    FROM "Shop" s WHERE s."id" = ${shopId}::uuid`;
  return row;
}

interface ProblemPeriods {
  range: DateRange;
  before: DateRange;
  timezone: string;
}

/** Orders that got a reason on which staff has to act. null: reasons of that time are deleted. */
async function countProblems(
  { db, clock }: ReportContext,
  shopId: ShopId,
  { range, before, timezone }: ProblemPeriods,
) {
  const keptSince = new Date(clock.now().getTime() - retentionPeriods(0).history * DAY_MS);
  const count = async (days: DateRange): Promise<string | null> => {
    const { begin, end } = instantsOf(days, timezone);
    if (begin < keptSince) return null;
    const [row] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(DISTINCT "orderId")::int AS "count" FROM "Attention" WHERE "shopId" = ${shopId}::uuid
        AND "openedAt" >= ${begin} AND "openedAt" < ${end} AND "code" = ANY(${STAFF_ACTION_CODES}::text[])`;
    return String(row.count);
  };
  const [now, earlier] = await Promise.all([count(range), count(before)]);
  return { now, before: earlier };
}

async function readMedians(ctx: ReportContext, shopId: ShopId, range: DateRange, timezone: string) {
  const { begin: from, end } = instantsOf(range, timezone);
  const medians = await readStageMedians(ctx, shopId, { from, before: end });
  const text = (days: number | null) => (days === null ? null : new Decimal(days).toDecimalPlaces(1).toFixed());
  return { waiting: text(medians.waiting), at_provider: text(medians.at_provider), shipped: text(medians.shipped) };
}

/** A point for each day or month of the range, whether or not anything happened. */
function seriesOf(rows: readonly TimeSums[], range: DateRange, currency: string): Pick<Report, "series" | "seriesOf"> {
  const pointOf = (at: string) => (isByDay(range) ? at : at.slice(0, 7));
  const points = new Map<string, TimeSums[]>();
  for (let at = Date.parse(range.from); at <= Date.parse(range.to); at += DAY_MS)
    points.set(pointOf(new Date(at).toISOString().slice(0, 10)), []);
  for (const row of rows) points.get(pointOf(row.at))?.push(row);
  const series = [...points].map(([at, ofPoint]): SeriesPoint => {
    const { orders, sent, shipped } = sumUp(ofPoint);
    const own = sumUp(ofPoint.filter((row) => row.currency === currency));
    const isSold = own.orders === 0 || own.unknownSales < own.orders;
    return {
      ...{ at, orders, sent, shipped },
      revenue: isSold ? amountText(own.netSales.plus(own.shipping), currency) : null,
      ...{ cost: moneyOf(own, "cost", currency), profit: moneyOf(own, "profit", currency) },
    };
  });
  return { series, seriesOf: isByDay(range) ? "days" : "months" };
}

const ORDER_BY: Readonly<Record<BreakdownSort, string>> = {
  // What is known of no order comes last.
  profit: `sum("orders") <= greatest(sum("unknownSales"), sum("unknownCost")), sum("profit")`,
  sales: `sum("netSales") DESC`,
  cost: `sum("cost") DESC`,
};
const KEYS: Readonly<Record<Breakdown, string[]>> = {
  product: ["productGid"],
  variant: ["productGid", "variantGid"],
  country: ["country"],
  method: ["method"],
};

/** Of the keys, those of the breakdown. */
type GroupRow = Record<"productGid" | "country" | "method", string> & { variantGid?: string } & Record<
    "orders" | "items" | "unknownSales" | "unknownCost" | "estimated" | "groups",
    number
  > &
  Record<"netSales" | "shipping" | "cost" | "fees" | "profit" | "profitRevenue", string>;

interface BreakdownInput {
  range: DateRange;
  currency: string;
  query: Pick<ReportQuery, "by" | "sort" | "rows">;
}

/** What was ordered in the range, in groups. */
async function readBreakdown(ctx: ReportContext, shopId: ShopId, { range, currency, query }: BreakdownInput) {
  const { by, sort, rows: limit } = query;
  const keys = Prisma.raw(KEYS[by].map((key) => `"${key}"`).join(", "));
  const isOfProduct = by === "product" || by === "variant";
  const where = sql`"currency" = ${currency} AND ${isOfProduct ? sql`"productGid" <> ''` : WHOLE_ORDERS}`;
  const groups = await ctx.db.$queryRaw<GroupRow[]>`
    SELECT ${keys}, count(*) OVER ()::int AS "groups", sum("orders")::int AS "orders", sum("items")::int AS "items",
      sum("unknownSales")::int AS "unknownSales", sum("unknownCost")::int AS "unknownCost", sum("estimated")::int AS "estimated",
      sum("netSales")::text AS "netSales", sum("shipping")::text AS "shipping", sum("cost")::text AS "cost", sum("fees")::text AS "fees",
      sum("profit")::text AS "profit", sum("profitRevenue")::text AS "profitRevenue"
    FROM (${timedRows(shopId, range, { daily: false, where })}) AS timed
    GROUP BY ${keys} HAVING sum("orders") > 0 ORDER BY ${Prisma.raw(ORDER_BY[sort])}, ${keys} LIMIT ${limit}`;
  const names = isOfProduct ? await readNames(ctx, shopId, groups) : null;
  const rows = groups.map((group): BreakdownRow => {
    const sums = {
      ...group,
      ...{ netSales: new Decimal(group.netSales), shipping: new Decimal(group.shipping) },
      ...{ profit: new Decimal(group.profit), profitRevenue: new Decimal(group.profitRevenue) },
      ...{ cost: new Decimal(group.cost), fees: new Decimal(group.fees) },
    };
    const isKnown = isProfitKnown(sums);
    const isSold = sums.unknownSales < sums.orders;
    const text = (amount: Decimal, isShown: boolean) => (isShown ? amountText(amount, currency) : null);
    return {
      ...nameOf(group, by, range, names),
      ...{ orders: group.orders, items: group.items, estimated: group.estimated },
      revenue: text(sums.netSales.plus(sums.shipping), isSold),
      cost: text(sums.cost, sums.unknownCost < sums.orders),
      fees: text(sums.fees, isSold && !lacksFees(sums)),
      profit: text(sums.profit, isKnown),
      margin: isKnown ? percentOf(sums.profit, sums.profitRevenue) : null,
      unknown: Math.max(group.unknownSales, group.unknownCost),
    };
  });
  return { rows, total: groups[0]?.groups ?? 0 };
}

type Names = Awaited<ReturnType<typeof readNames>>;

/** Titles as they are in Shopify now, and of what is no longer there as it was ordered. */
async function readNames({ db }: Pick<ReportContext, "db">, shopId: ShopId, groups: readonly GroupRow[]) {
  const [products, variants] = [groups.map((one) => one.productGid), groups.map((one) => one.variantGid ?? "")];
  const rows = await db.$queryRaw<{ key: string; isThere: boolean; product: string; variant: string | null }[]>`
    SELECT g."productGid" || ' ' || g."variantGid" AS "key", t.* FROM unnest(${products}::text[], ${variants}::text[])
      AS g("productGid", "variantGid"),
      LATERAL (
        (SELECT true AS "isThere", v."productTitle" AS "product", v."title" AS "variant" FROM "ProductVariant" v
          WHERE v."shopId" = ${shopId}::uuid AND v."productGid" = g."productGid" AND g."variantGid" IN ('', v."variantGid") LIMIT 1)
        UNION ALL
        (SELECT false, l."title", l."variantTitle" FROM "OrderLine" l JOIN "Order" o ON o."id" = l."orderId"
          WHERE l."productGid" = g."productGid" AND o."shopId" = ${shopId}::uuid
            AND g."variantGid" IN ('', coalesce(l."variantGid", ${NO_PRODUCT}))
          LIMIT 1)
        LIMIT 1) t`;
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

const NO_PRODUCT = "none";
/** Shopify names so the variant of a product that has no others. */
const DEFAULT_TITLE = "Default Title";

function nameOf(group: GroupRow, by: Breakdown, { from, to }: DateRange, names: Names | null) {
  const { productGid, variantGid, country, method } = group;
  if (by === "country") {
    const url = country && `/app/orders?country=${country}&from=${from}&to=${to}`;
    return { key: country, name: country && countryName(country), url: url || null };
  }
  if (by === "method") return { key: method, name: method, url: null };
  const key = `${productGid} ${variantGid ?? ""}`;
  const found = names?.get(key);
  if (!found) return { key, name: "", url: null };
  const variant = by === "variant" && found.variant && found.variant !== DEFAULT_TITLE ? ` · ${found.variant}` : "";
  const ofVariant = by === "variant" ? `?variant=${gidNumber(variantGid as Gid<"ProductVariant">)}` : "";
  const url = `/app/products/${gidNumber(productGid as Gid<"Product">)}${ofVariant}`;
  return { key, name: `${found.product}${variant}`, url: found.isThere ? url : null };
}
