import { Prisma, type SnoozeReason } from "../../../../prisma/client/client.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { orderIdSchema, type AttentionId, type OrderId, type ShopId } from "../../../ports/ids.ts";
import { readStaffNames } from "../../../shops/staff-names.ts";
import { byUrgency, INBOX_CODES, urgency, type AttentionCode } from "../../core/attention.ts";
import { URGENCIES } from "../../core/attention-registry.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { StaffOfShop } from "../../actions/bulk-actions.ts";
import { readOrderSummaries, type OrderSummary } from "../list/order-summary.ts";
import type { Neighbors } from "../list/read-page.ts";
import { wantedCodes, type InboxQuery, type InboxTab } from "./inbox-query.ts";

/** An order that needs a person. Times are ISO 8601, UTC. */
export interface InboxEntry {
  order: OrderSummary;
  /** Its open reasons that need a person and are not of the whole shop, the most urgent first. */
  codes: AttentionCode[];
  /** Since when the most urgent one stands. */
  since: string;
  /** The ids of the open reasons: a snooze is for these. */
  reasonIds: AttentionId[];
  assignee: { userId: string; name: string | null } | null;
  snooze: { until: string; reason: SnoozeReason } | null;
}

export interface InboxPage {
  now: string;
  entries: InboxEntry[];
  /** Cursor of the next page; null for the last page. */
  next: string | null;
  /** Orders on each tab, whatever the filters. */
  tabs: Record<InboxTab, number>;
  /** The reasons on the open tab, each with the number of its orders. */
  reasons: { code: AttentionCode; orders: number }[];
}

type InboxContext = Pick<OrdersContext, "db" | "encryptor" | "clock">;

const PAGE_SIZE = 50;

/** A place in the inbox: the most urgent first, then the longest-waiting. */
interface Position {
  rank: number;
  since: Date;
  id: OrderId;
}

type Row = Position & {
  codes: AttentionCode[];
  reasonIds: AttentionId[];
  assignedTo: string | null;
  snoozedUntil: Date | null;
  snoozeReason: SnoozeReason | null;
  snoozed: boolean;
};

const { sql, empty } = Prisma;
const CODES = [...INBOX_CODES];
const RANKS = CODES.map((code) => URGENCIES.indexOf(urgency(code)));

/**
 * The shop's orders with a reason that needs a person. Begins at the open reasons, whatever the number of orders. A snooze is in force while
 * every open reason is one that staff saw when snoozing.
 */
const allEntries = (shopId: ShopId, now: Date): Prisma.Sql => sql`
  SELECT t."orderId" AS "id", min(c."rank") AS "rank",
    (array_agg(t."openedAt" ORDER BY c."rank", t."openedAt"))[1] AS "since",
    array_agg(DISTINCT t."code") AS "codes", array_agg(t."id") AS "reasonIds",
    i."assignedTo", i."snoozedUntil", i."snoozeReason"::text AS "snoozeReason",
    coalesce(i."snoozedUntil" > ${now}::timestamptz AND bool_and(t."id" = ANY(i."snoozedReasons")), FALSE) AS "snoozed"
  FROM "Attention" t
  JOIN unnest(${CODES}::text[], ${RANKS}::int[]) c("code", "rank") ON c."code" = t."code"
  LEFT JOIN "OrderTriage" i ON i."orderId" = t."orderId" AND i."shopId" = ${shopId}::uuid
  WHERE t."shopId" = ${shopId}::uuid AND t."clearedAt" IS NULL
  GROUP BY t."orderId", i."orderId"`;

/** The entries `e` of a tab, without its filters. */
const ofTab = (tab: InboxTab, userId: string | null): Prisma.Sql =>
  ({
    open: sql`NOT e."snoozed"`,
    mine: sql`NOT e."snoozed" AND e."assignedTo" = ${userId}`,
    unassigned: sql`NOT e."snoozed" AND e."assignedTo" IS NULL`,
    snoozed: sql`e."snoozed"`,
  })[tab];

interface Part {
  from: Position | null;
  backwards?: boolean;
  limit: number;
}

function readPart(
  { db, clock }: InboxContext,
  { shopId, userId }: StaffOfShop,
  query: InboxQuery,
  { from, backwards = false, limit }: Part,
): Promise<Row[]> {
  const codes = wantedCodes(query);
  const wanted = codes === null ? empty : sql`AND e."codes" && ${[...codes]}::text[]`;
  const [comparison, direction] = backwards ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const place = sql`(e."rank", e."since", e."id")`;
  const start = from
    ? sql`AND ${place} ${comparison} (${from.rank}::int, ${from.since}::timestamptz, ${from.id}::uuid)`
    : empty;
  return db.$queryRaw<Row[]>`SELECT e.* FROM (${allEntries(shopId, clock.now())}) e
    WHERE ${ofTab(query.tab, userId)} ${wanted} ${start}
    ORDER BY e."rank" ${direction}, e."since" ${direction}, e."id" ${direction} LIMIT ${limit}`;
}

/** A page of the inbox, by keyset. A cursor that cannot be read, or past the end, answers with the first page. */
export async function readInbox(
  ctx: InboxContext,
  staff: StaffOfShop,
  query: InboxQuery,
  pageSize = PAGE_SIZE,
): Promise<InboxPage> {
  const from = readCursor(query.after);
  const [rows, tabs, reasons] = await Promise.all([
    readPart(ctx, staff, query, { from, limit: pageSize + 1 }),
    countTabs(ctx, staff),
    countReasons(ctx, staff.shopId),
  ]);
  if (from && rows.length === 0) return readInbox(ctx, staff, { ...query, after: null }, pageSize);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    now: ctx.clock.now().toISOString(),
    entries: await toEntries(ctx, staff.shopId, shown),
    next: last && rows.length > pageSize ? writeCursor(last) : null,
    tabs,
    reasons,
  };
}

async function toEntries(ctx: InboxContext, shopId: ShopId, rows: readonly Row[]): Promise<InboxEntry[]> {
  const ids = rows.map(({ id }) => id);
  const assignees = [...new Set(rows.flatMap(({ assignedTo }) => assignedTo ?? []))];
  const [orders, names] = await Promise.all([
    readOrderSummaries(ctx, shopId, ids),
    readStaffNames(ctx, shopId, assignees),
  ]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return rows.flatMap(({ id, since, codes, reasonIds, assignedTo, snoozed, snoozedUntil, snoozeReason }) => {
    const order = byId.get(id);
    if (!order) return [];
    const snooze =
      snoozed && snoozedUntil && snoozeReason ? { until: snoozedUntil.toISOString(), reason: snoozeReason } : null;
    const assignee = assignedTo === null ? null : { userId: assignedTo, name: names.get(assignedTo) ?? null };
    return [{ order, codes: codes.sort(byUrgency), since: since.toISOString(), reasonIds, assignee, snooze }];
  });
}

async function countTabs(
  { db, clock }: InboxContext,
  { shopId, userId }: StaffOfShop,
): Promise<Record<InboxTab, number>> {
  const count = (tab: InboxTab) => sql`count(*) FILTER (WHERE ${ofTab(tab, userId)})::int`;
  const [row] = await db.$queryRaw<[Record<InboxTab, number>]>`
    SELECT ${count("open")} AS "open", ${count("mine")} AS "mine", ${count("unassigned")} AS "unassigned",
      ${count("snoozed")} AS "snoozed"
    FROM (${allEntries(shopId, clock.now())}) e`;
  return row;
}

async function countReasons({ db, clock }: InboxContext, shopId: ShopId): Promise<InboxPage["reasons"]> {
  const rows = await db.$queryRaw<InboxPage["reasons"]>`
    SELECT c."code", count(*)::int AS "orders" FROM (${allEntries(shopId, clock.now())}) e, unnest(e."codes") c("code")
    WHERE NOT e."snoozed" GROUP BY c."code"`;
  return rows.toSorted((a, b) => byUrgency(a.code, b.code) || b.orders - a.orders);
}

/**
 * How many orders of the shop are in the inbox and not snoozed, up to a limit. In the sequence of an index, so that no more is read than is
 * counted; what is snoozed is left out reason by reason.
 */
export async function countInboxOrders(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  limit: number,
): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT DISTINCT a."orderId" FROM "Attention" a
      WHERE a."shopId" = ${shopId}::uuid AND a."clearedAt" IS NULL AND a."code" = ANY(${CODES}::text[])
        AND NOT EXISTS (SELECT FROM "OrderTriage" i WHERE i."shopId" = ${shopId}::uuid AND i."orderId" = a."orderId"
          AND i."snoozedUntil" > ${clock.now()}::timestamptz AND a."id" = ANY(i."snoozedReasons"))
      LIMIT ${limit}) AS bounded`;
  return row.count;
}

/**
 * The neighbors of an order in the inbox. Of one that needs nobody any more, such as after an action, the next one is the first of all.
 * null: the shop has no such order.
 */
export async function readInboxNeighbors(
  ctx: InboxContext,
  staff: StaffOfShop,
  shopifyGid: Gid<"Order">,
  query: InboxQuery,
): Promise<Neighbors | null> {
  const { shopId } = staff;
  const order = await ctx.db.order.findUnique({ where: { shopId_shopifyGid: { shopId, shopifyGid } } });
  if (!order) return null;
  const [from] = await ctx.db.$queryRaw<Row[]>`
    SELECT e.* FROM (${allEntries(shopId, ctx.clock.now())}) e WHERE e."id" = ${order.id}::uuid`;
  const neighbor = async (backwards: boolean): Promise<string | null> => {
    const [row] = await readPart(ctx, staff, query, { from: from ?? null, backwards, limit: 1 });
    const found = row && (await ctx.db.order.findUnique({ where: { id: row.id, shopId } }));
    return found ? gidNumber(found.shopifyGid) : null;
  };
  const [previous, next] = await Promise.all([from ? neighbor(true) : null, neighbor(false)]);
  return { previous, next };
}

const writeCursor = ({ rank, since, id }: Position): string =>
  Buffer.from(`${rank} ${since.getTime()} ${id}`).toString("base64url");

function readCursor(cursor: string | null): Position | null {
  const [rank = "", ms = "", uuid] = Buffer.from(cursor ?? "", "base64url")
    .toString("latin1")
    .split(" ");
  const id = orderIdSchema.safeParse(uuid).data;
  return id && /^\d$/.test(rank) && /^\d{1,14}$/.test(ms)
    ? { rank: Number(rank), since: new Date(Number(ms)), id }
    : null;
}
