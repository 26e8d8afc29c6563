import { Prisma, type Order } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import {
  type ListedOrder,
  isLateList,
  listStatements,
  type ListPart,
  type ListShop,
  type Position,
  searchConditions,
  type SearchConditions,
  stageStatement,
  readCursor,
  writeCursor,
} from "./list-statements.ts";
import { hasFilters, type ListQuery, type Sort } from "./list-query.ts";
import { type Gid, gidNumber } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";
import { decryptSearch } from "./search-text.ts";
import { readOrderSummaries, type OrderSummary } from "./order-summary.ts";
import { STAFF_ACTION_CODES } from "../../core/attention.ts";
import { stateIn } from "../../core/state-in.ts";
import { isFinishedTab, isLate, isStageTab, orderStage, ordersInStage, readLateness } from "./stages.ts";
import { COUNT_LIMIT, COUNTED_TABS, lessAdvanced, PROGRESS_TABS, type ProgressTab, type Tab } from "./tabs.ts";

/** How many orders a search looks at one by one before it asks the index. */
export interface Reach {
  /** Of the shop's, always. */
  near: number;
  /** Of the list's, where the near ones have the text often enough to fill the page. */
  far: number;
}

const NEAR = 1_500;
const FAR = 20_000;
/** A page may need so many times the orders that it would need if all were like the near ones. */
const ALLOWANCE = 1.5;

/** One part of a list. Sorted by stage, the orders that are in none follow behind those that are in one. */
export async function readListed(
  ctx: Pick<ListContext, "db" | "encryptor">,
  shop: ListShop,
  query: ListQuery,
  part: ListPart,
  reach: Reach = { near: NEAR, far: FAR },
): Promise<ListedOrder[]> {
  const search = searchConditions(ctx, shop.id, query.search);
  const byTime = (of: ListPart) => readByTime(ctx, listStatements(shop.id, query, of), { search, query, of }, reach);
  const inStage = async (of: ListPart) =>
    isFinishedTab(query.tab) ? [] : ctx.db.$queryRaw<ListedOrder[]>(stageStatement(shop, query, of, search));
  if (isLateList(query)) return inStage(part);
  if (!query.sort.startsWith("stage")) return byTime(part);

  const inNoStage = async (of: ListPart): Promise<ListedOrder[]> =>
    isStageTab(query.tab) ? [] : (await byTime(of)).map((order) => ({ ...order, inNoStage: true }));
  const parts = part.backwards ? [inNoStage, inStage] : [inStage, inNoStage];
  const [first, second] = parts as [typeof inStage, typeof inStage];
  const isInSecond = part.from !== null && (part.from.inNoStage ?? false) !== part.backwards;
  if (isInSecond) return second(part);
  // Backwards from an order in a stage, none behind the others comes first.
  const begin = await first(part);
  const left = part.limit - begin.length;
  return left === 0 ? begin : [...begin, ...(await second({ ...part, from: null, limit: left }))];
}

interface SearchedList {
  search: SearchConditions | null;
  query: ListQuery;
  of: ListPart;
}

/**
 * One part of a list by a time that an index has. To find all orders with a frequent text takes seconds, and so does to look at all
 * orders for a rare one: what the near orders have decides. Each statement that ends the search gives the exact answer.
 */
async function readByTime(
  ctx: Pick<ListContext, "db">,
  statements: ReturnType<typeof listStatements>,
  { search, query, of: { limit } }: SearchedList,
  { near, far }: Reach,
): Promise<ListedOrder[]> {
  const read = (statement: Prisma.Sql) => ctx.db.$queryRaw<ListedOrder[]>(statement);
  const isEmpty = async (statement: Prisma.Sql) => (await read(statement)).length === 0;
  if (!search) return read(statements.all);

  const nearby = await read(statements.nearby(near, search));
  if (nearby.length === limit || (await isEmpty(statements.hasFurther(near)))) return nearby;

  const isFiltered = query.tab !== "all" || hasFilters(query);
  const hits = isFiltered ? await read(statements.hits(near, search)) : nearby;
  if ((hits.length * far) / near >= ALLOWANCE * limit) {
    const listed = await read(statements.listed(far, search));
    if (listed.length === limit || (await isEmpty(statements.isLonger(far)))) return listed;
  }
  return read(statements.indexed(search));
}

export interface OrdersPage {
  /** Before it was read. ISO 8601, UTC. */
  now: string;
  /** The text of the search; "": none. */
  search: string;
  rows: OrderSummary[];
  /** Cursor of the next page; null for the last page. */
  next: string | null;
  /** Cursor of the previous page; null for the first page. */
  previous: string | null;
}

const PAGE_SIZE = 50;

export type ListContext = Pick<OrdersContext, "db" | "encryptor" | "clock">;

/**
 * One page of a shop's orders by keyset: every page is read from the index, and orders of the same time are sorted by
 * Shopify's id. An invalid cursor, or one past the end, answers with the first page.
 */
export async function readOrdersPage(
  ctx: ListContext,
  shopId: ShopId,
  query: ListQuery,
  pageSize = PAGE_SIZE,
): Promise<OrdersPage> {
  const now = ctx.clock.now().toISOString();
  const search = decryptSearch(ctx, shopId, query.search);
  const shop = { id: shopId, lateness: await readLateness(ctx, shopId) };
  return { now, search, ...(await readRows(ctx, shop, { ...query, search }, pageSize)) };
}

async function readRows(
  ctx: ListContext,
  shop: ListShop,
  query: ListQuery,
  pageSize: number,
): Promise<Omit<OrdersPage, "now" | "search">> {
  const after = readCursor(query.sort, query.after);
  const before = after ? null : readCursor(query.sort, query.before);
  const positions = await readListed(ctx, shop, query, {
    from: after ?? before,
    backwards: before !== null,
    // One more than a page: it shows whether there is another page.
    limit: pageSize + 1,
  });
  // Fewer orders than a page before the cursor: the answer is the whole first page.
  const pastTheEnd = before ? positions.length <= pageSize : after !== null && positions.length === 0;
  if (pastTheEnd) return readRows(ctx, shop, { ...query, after: null, before: null }, pageSize);

  const more = positions.length > pageSize;
  const shown = positions.slice(0, pageSize);
  if (before) shown.reverse();
  const cursor = (position: ListedOrder | undefined) => (position ? writeCursor(query.sort, position) : null);
  return {
    rows: await readOrderSummaries(
      ctx,
      shop.id,
      shown.map(({ id }) => id),
      { encryptor: ctx.encryptor, lateness: shop.lateness },
    ),
    next: before || more ? cursor(shown.at(-1)) : null,
    previous: after || (before && more) ? cursor(shown[0]) : null,
  };
}

/** Shopify's numbers of the orders before and after one in a list; null: there is none. */
export interface Neighbors {
  previous: string | null;
  next: string | null;
}

/** The neighbors of an order from where it stands in the list, also where a filter no longer lets it in. null: no such order. */
export async function readNeighbors(
  ctx: ListContext,
  shopId: ShopId,
  shopifyGid: Gid<"Order">,
  query: ListQuery,
): Promise<Neighbors | null> {
  const order = await ctx.db.order.findUnique({
    where: { shopId_shopifyGid: { shopId, shopifyGid } },
    include: { submissions: { where: { replacedAt: null }, include: { parcels: true } } },
  });
  if (!order) return null;
  const shop = { id: shopId, lateness: await readLateness(ctx, shopId) };
  const from = positionOf(order, query.sort);
  const wanted = { ...query, search: decryptSearch(ctx, shopId, query.search) };
  const neighbor = async (backwards: boolean) => {
    const [found] = await readListed(ctx, shop, wanted, { from, backwards, limit: 1 });
    return found ? gidNumber(found.gid) : null;
  };
  const [previous, next] = await Promise.all([neighbor(true), neighbor(false)]);
  return { previous, next };
}

function positionOf(
  order: Pick<Order, "shopifyGid" | "shopifyCreatedAt" | "shopifyUpdatedAt"> & {
    submissions: Parameters<typeof orderStage>[0];
  },
  sort: Sort,
): Position {
  const gid = order.shopifyGid;
  if (sort.startsWith("updated")) return { gid, at: order.shopifyUpdatedAt };
  const placed = { gid, at: order.shopifyCreatedAt };
  if (!sort.startsWith("stage")) return placed;
  const stage = orderStage(order.submissions);
  return stage ? { gid, at: stage.since } : { ...placed, inNoStage: true };
}

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
export async function countOrders(ctx: Pick<OrdersContext, "db" | "clock">, shopId: ShopId): Promise<Counts> {
  const { sql, join } = Prisma;
  const bounded = (tab: Tab, orders: Prisma.Sql) =>
    sql`SELECT ${tab} AS "tab", count(*)::int AS "count" FROM (${orders} LIMIT ${COUNT_LIMIT}) AS bounded`;
  const lateness = await readLateness(ctx, shopId);
  const orders = {
    attention: () => withAttention(shopId),
    late: () => sql`SELECT g."orderId" FROM (${ordersInStage(shopId)}) g WHERE ${isLate(lateness)}`,
    waiting: () => inProgress(shopId, "waiting"),
    at_provider: () => inProgress(shopId, "at_provider"),
  };
  const tabs = COUNTED_TABS.map((tab) => bounded(tab, orders[tab]()));
  // Sorted, so that the plan takes the shop's index: another shop's orders may fill the begin of the table.
  const any = sql`SELECT ${"all"}, count(*)::int FROM
    (SELECT FROM "Order" WHERE "shopId" = ${shopId}::uuid ORDER BY "shopifyCreatedAt" LIMIT 1) AS first`;
  const rows = await ctx.db.$queryRaw<{ tab: Tab; count: number }[]>(join([...tabs, any], " UNION ALL "));
  const count = (tab: Tab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return {
    tabs: {
      attention: count("attention"),
      late: count("late"),
      waiting: count("waiting"),
      at_provider: count("at_provider"),
    },
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
