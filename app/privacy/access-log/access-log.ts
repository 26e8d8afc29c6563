import type { BuyerDataView, BuyerDataAccess, Prisma } from "../../../prisma/client/client.ts";
import { type Gid, gidNumber } from "../../ports/gid.ts";
import { type ShopId, type BuyerDataAccessId, isUuid } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { readStaffNames } from "../../shops/staff-names.ts";
import { MINUTE_MS } from "../../ports/clock.ts";

/** Pages reload themselves: the same data, opened again by the same person within this time, is one entry. */
const ONE_ENTRY_MS = 15 * MINUTE_MS;

/** What of buyers' data a member of staff is about to see. */
export interface OpenedData {
  view: BuyerDataView;
  orderGids: readonly Gid<"Order">[];
}

/**
 * Records who opens buyers' data, before it is shown: where the entry cannot be written, nothing is. One statement, and no
 * entry for orders that the shop does not have. Returns whether there is a new entry.
 */
export async function recordAccess(
  { db, clock, ids }: Pick<ShopsContext, "db" | "clock" | "ids">,
  { shopId, userId }: { shopId: ShopId; userId: string },
  { view, orderGids }: OpenedData,
): Promise<boolean> {
  if (orderGids.length === 0) return false;
  const at = clock.now();
  const since = new Date(at.getTime() - ONE_ENTRY_MS);
  const inserted = await db.$executeRaw`
    INSERT INTO "BuyerDataAccess" ("id", "shopId", "at", "userId", "view", "orderIds")
    SELECT ${ids.uuid()}::uuid, ${shopId}::uuid, ${at}::timestamptz, ${userId}::text, ${view}::"BuyerDataView", opened."ids"
    FROM (
      SELECT array_agg("id" ORDER BY "id") AS "ids" FROM "Order"
      WHERE "shopId" = ${shopId}::uuid AND "shopifyGid" = ANY(${orderGids}::text[])
    ) AS opened
    WHERE opened."ids" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "BuyerDataAccess" a
      WHERE a."shopId" = ${shopId}::uuid AND a."at" > ${since} AND a."userId" = ${userId}
        AND a."view" = ${view}::"BuyerDataView" AND a."orderIds" = opened."ids")`;
  return inserted > 0;
}

export const BUYER_DATA_VIEWS = [
  "orders_list",
  "order",
  "shopify_address",
  "personalization",
  "order_change",
  "reprint",
  "data_requests",
  "data_export",
] as const satisfies readonly BuyerDataView[];

/** The filters of the access log's page; null: all. */
export interface AccessLogQuery {
  view: BuyerDataView | null;
  /** Shopify's id of the user. */
  user: string | null;
  /** The name of an order, with or without #; "": all. */
  order: string;
  /** The id of the entry after which the page begins; null for the first page. */
  after: BuyerDataAccessId | null;
}

const MAX_LENGTH = 100;

/** The query of the page's address. What cannot be read filters nothing. */
export function readAccessLogQuery(params: URLSearchParams): AccessLogQuery {
  const user = params.get("user") ?? "";
  const after = params.get("after") ?? "";
  return {
    view: BUYER_DATA_VIEWS.find((view) => view === params.get("view")) ?? null,
    user: /^\d{1,20}$/.test(user) ? user : null,
    order: (params.get("order") ?? "").trim().slice(0, MAX_LENGTH),
    after: isUuid(after) ? (after as BuyerDataAccessId) : null,
  };
}

/** The page's address for a query. */
export function writeAccessLogQuery(query: AccessLogQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]: [string, unknown]) => value !== null && value !== "");
  return new URLSearchParams(given as [string, string][]);
}

/** One entry. `at`: ISO 8601, UTC. */
export interface AccessLogEntry {
  id: BuyerDataAccessId;
  at: string;
  /** Shopify's id of the user, and the name where it is known. */
  userId: string;
  userName: string | null;
  view: BuyerDataView;
  /** How many orders were shown. */
  count: number;
  /** The order, where it was one. */
  order: { name: string; number: string } | null;
}

export interface AccessLogPage {
  rows: AccessLogEntry[];
  next: BuyerDataAccessId | null;
}

const PAGE_SIZE = 50;

type LogContext = Pick<ShopsContext, "db" | "encryptor">;

/** A page of the log, the newest first. */
export async function readAccessLog(ctx: LogContext, shopId: ShopId, query: AccessLogQuery): Promise<AccessLogPage> {
  const found = await ctx.db.buyerDataAccess.findMany({
    where: { shopId, ...(await conditions(ctx, shopId, query)) },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    ...(query.after && { cursor: { id: query.after }, skip: 1 }),
    take: PAGE_SIZE + 1,
  });
  const shown = found.slice(0, PAGE_SIZE);
  const names = await readStaffNames(ctx, shopId, [...new Set(shown.map(({ userId }) => userId))]);
  const orders = await readOrders(ctx, shopId, shown);
  return {
    rows: shown.map(({ id, at, userId, view, orderIds }) => ({
      ...{ id, userId, view, at: at.toISOString(), count: orderIds.length },
      userName: names.get(userId) ?? null,
      order: (orderIds.length === 1 && orderIds[0] && orders.get(orderIds[0])) || null,
    })),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function conditions(
  { db }: LogContext,
  shopId: ShopId,
  { view, user, order }: AccessLogQuery,
): Promise<Prisma.BuyerDataAccessWhereInput> {
  const names = [order, `#${order}`];
  const orders = order && (await db.order.findMany({ where: { shopId, name: { in: names } }, select: { id: true } }));
  return {
    ...(view && { view }),
    ...(user && { userId: user }),
    ...(orders && { orderIds: { hasSome: orders.map(({ id }) => id) } }),
  };
}

async function readOrders({ db }: LogContext, shopId: ShopId, rows: readonly BuyerDataAccess[]) {
  const ids = rows.flatMap(({ orderIds }) => (orderIds.length === 1 ? orderIds : []));
  const orders = await db.order.findMany({
    where: { shopId, id: { in: ids } },
    select: { id: true, name: true, shopifyGid: true },
  });
  return new Map(orders.map(({ id, name, shopifyGid }) => [id, { name, number: gidNumber(shopifyGid) }]));
}

/** The members of staff by whom the log can be filtered, by name. */
export async function readStaffChoices(ctx: LogContext, shopId: ShopId): Promise<{ id: string; name: string }[]> {
  const members = await ctx.db.staffMember.findMany({ where: { shopId }, select: { userId: true } });
  const names = await readStaffNames(
    ctx,
    shopId,
    members.map(({ userId }) => userId),
  );
  return [...names].map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name, "en"));
}
