import { Prisma, type StaffActionKind } from "../../../../prisma/client/client.ts";
import { gidNumber } from "../../../ports/gid.ts";
import { isUuid, type OrderId, type ShopId } from "../../../ports/ids.ts";
import { readStaffNames } from "../../../shops/staff-names.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { HistoryCode } from "../../core/history.ts";
import { AREA_OF, type ActivityQuery } from "./activity-query.ts";

/** Something that a member of staff did. `at`: ISO 8601, UTC. */
export interface Activity {
  id: string;
  at: string;
  /** Shopify's id of the user and the name, where they are known. */
  userId: string | null;
  name: string | null;
  /** Codes, counts and times that complete the code. */
  data: Record<string, string>;
  what:
    | { area: "order"; code: HistoryCode; order: { name: string; number: string } }
    | { area: "shop"; kind: StaffActionKind };
}

export interface ActivityPage {
  rows: Activity[];
  /** Cursor of the next page; null for the last page. */
  next: string | null;
}

interface Row {
  id: string;
  at: Date;
  userId: string | null;
  data: Prisma.JsonObject;
  orderId: OrderId | null;
  code: HistoryCode | null;
  kind: StaffActionKind | null;
}

const PAGE_SIZE = 50;
const { sql, empty } = Prisma;

/** What the staff of a shop did, the newest first, by keyset: in its orders, as their history says, and in the shop itself. */
export async function readActivity(
  ctx: Pick<OrdersContext, "db" | "encryptor">,
  shopId: ShopId,
  { area, user, after }: ActivityQuery,
  pageSize = PAGE_SIZE,
): Promise<ActivityPage> {
  const from = readCursor(after);
  const start = from ? sql`AND (a."at", a."id") < (${from.at}::timestamptz, ${from.id}::uuid)` : empty;
  const end = sql`${start} ORDER BY a."at" DESC, a."id" DESC LIMIT ${pageSize + 1}`;
  const ofOrders = sql`(SELECT a."id", a."at", a."data"->>'user' AS "userId", a."data", a."orderId", a."code", NULL AS "kind"
    FROM "History" a WHERE a."shopId" = ${shopId}::uuid AND a."actor" = 'person'
      ${user === null ? empty : sql`AND a."data"->>'user' = ${user}`} ${end})`;
  const kinds = Object.entries(AREA_OF).flatMap(([kind, of]) => (area === null || of === area ? [kind] : []));
  const ofShop = sql`(SELECT a."id", a."at", a."userId", a."data", NULL::uuid AS "orderId", NULL AS "code", a."kind"::text
    FROM "StaffAction" a WHERE a."shopId" = ${shopId}::uuid AND a."kind" = ANY(${kinds}::"StaffActionKind"[])
      ${user === null ? empty : sql`AND a."userId" = ${user}`} ${end})`;
  const parts = area === "order" ? [ofOrders] : area === null ? [ofOrders, ofShop] : [ofShop];
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) a ORDER BY a."at" DESC, a."id" DESC LIMIT ${pageSize + 1}`;
  if (from && rows.length === 0) return readActivity(ctx, shopId, { area, user, after: null }, pageSize);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    rows: await toActivities(ctx, shopId, shown),
    next: last && rows.length > pageSize ? writeCursor(last) : null,
  };
}

async function toActivities(
  ctx: Pick<OrdersContext, "db" | "encryptor">,
  shopId: ShopId,
  rows: readonly Row[],
): Promise<Activity[]> {
  const users = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const [names, orders] = await Promise.all([
    readStaffNames(ctx, shopId, users),
    ctx.db.order.findMany({
      where: { shopId, id: { in: rows.flatMap(({ orderId }) => orderId ?? []) } },
      select: { id: true, name: true, shopifyGid: true },
    }),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return rows.flatMap(({ id, at, userId, data, orderId, code, kind }): Activity[] => {
    const texts = Object.entries(data).filter(([, value]) => ["string", "number"].includes(typeof value));
    const all = {
      ...{ id, at: at.toISOString(), userId },
      name: userId === null ? null : (names.get(userId) ?? null),
      data: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    };
    if (kind) return [{ ...all, what: { area: "shop", kind } }];
    const order = orderId && byId.get(orderId);
    if (!order || !code) return [];
    const { name, shopifyGid } = order;
    return [{ ...all, what: { area: "order", code, order: { name, number: gidNumber(shopifyGid) } } }];
  });
}

const writeCursor = ({ at, id }: Row): string => Buffer.from(`${at.getTime()} ${id}`).toString("base64url");

function readCursor(cursor: string | null): { at: Date; id: string } | null {
  const [ms = "", id = ""] = Buffer.from(cursor ?? "", "base64url")
    .toString("latin1")
    .split(" ");
  return /^\d{1,14}$/.test(ms) && isUuid(id) ? { at: new Date(Number(ms)), id } : null;
}
