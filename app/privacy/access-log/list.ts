import type { BuyerDataAccess, BuyerDataView, Prisma } from "../../../prisma/client/client.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { BuyerDataAccessId, ShopId } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { readStaffNames } from "../../shops/staff-names.ts";
import type { AccessLogQuery } from "./query.ts";

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
