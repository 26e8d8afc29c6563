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

interface Row {
  rank: number;
  /** As JSON has it. */
  since: string;
  id: OrderId;
  codes: AttentionCode[];
  /** Of the statement that read the codes: staff sees all that a snooze is for. */
  reasonIds: AttentionId[];
  assignedTo: string | null;
  snoozedUntil: string | null;
  snoozeReason: SnoozeReason | null;
  snoozed: boolean;
}

const { sql, empty } = Prisma;
const CODES = [...INBOX_CODES];
const RANKS = CODES.map((code) => URGENCIES.indexOf(urgency(code)));

/**
 * The shop's orders with a reason that needs a person. Begins at the open reasons, whatever the number of orders, and sorts none of them:
 * they may be ten thousand. A snooze is in force while every open reason is one that staff saw when snoozing.
 */
const allEntries = (shopId: ShopId, now: Date): Prisma.Sql => sql`
  SELECT t."orderId" AS "id", min(c."rank") AS "rank",
    coalesce(min(t."openedAt") FILTER (WHERE c."rank" = 0), min(t."openedAt") FILTER (WHERE c."rank" = 1), min(t."openedAt"))
      AS "since",
    array_agg(t."code") AS "codes", array_agg(t."id") AS "reasonIds", i."assignedTo", i."snoozedUntil", i."snoozeReason",
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

/** The entries `e` of a tab that its filters let in. */
function wantedEntries(query: InboxQuery, userId: string | null): Prisma.Sql {
  const codes = wantedCodes(query);
  return sql`${ofTab(query.tab, userId)} ${codes === null ? empty : sql`AND e."codes" && ${[...codes]}::text[]`}`;
}

const PLACE = sql`(e."rank", e."since", e."id")`;
const FORWARDS = sql`e."rank", e."since", e."id"`;
const BACKWARDS = sql`e."rank" DESC, e."since" DESC, e."id" DESC`;

/** A page of the inbox, by keyset. A cursor that cannot be read, or past the end, answers with the first page. */
export async function readInbox(
  ctx: InboxContext,
  staff: StaffOfShop,
  query: InboxQuery,
  pageSize = PAGE_SIZE,
): Promise<InboxPage> {
  const { shopId, userId } = staff;
  const now = ctx.clock.now();
  const from = readCursor(query.after);
  const start = from ? sql`AND ${PLACE} > (${from.rank}::int, ${from.since}::timestamptz, ${from.id}::uuid)` : empty;
  const count = (tab: InboxTab) => sql`count(*) FILTER (WHERE ${ofTab(tab, userId)})`;
  // One statement, so that the reasons are gone through once.
  const [read] = await ctx.db.$queryRaw<[Pick<InboxPage, "tabs" | "reasons"> & { rows: Row[] }]>`
    WITH e AS MATERIALIZED (${allEntries(shopId, now)})
    SELECT
      (SELECT coalesce(json_agg(e.* ORDER BY ${FORWARDS}), '[]') FROM (
        SELECT * FROM e WHERE ${wantedEntries(query, userId)} ${start} ORDER BY ${FORWARDS} LIMIT ${pageSize + 1}) e) AS "rows",
      (SELECT json_build_object('open', ${count("open")}, 'mine', ${count("mine")}, 'unassigned', ${count("unassigned")},
        'snoozed', ${count("snoozed")}) FROM e) AS "tabs",
      (SELECT coalesce(json_agg(r.*), '[]') FROM (
        SELECT c."code", count(DISTINCT e."id") AS "orders" FROM e, unnest(e."codes") c("code")
        WHERE NOT e."snoozed" GROUP BY c."code") r) AS "reasons"`;
  const { rows, tabs, reasons } = read;
  if (from && rows.length === 0) return readInbox(ctx, staff, { ...query, after: null }, pageSize);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    now: now.toISOString(),
    entries: await toEntries(ctx, shopId, shown),
    next: last && rows.length > pageSize ? writeCursor(last) : null,
    tabs,
    reasons: reasons.toSorted((a, b) => byUrgency(a.code, b.code) || b.orders - a.orders),
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
    return [
      {
        order,
        codes: [...new Set(codes)].sort(byUrgency),
        since: new Date(since).toISOString(),
        reasonIds,
        assignee: assignedTo === null ? null : { userId: assignedTo, name: names.get(assignedTo) ?? null },
        snooze:
          snoozed && snoozedUntil && snoozeReason
            ? { until: new Date(snoozedUntil).toISOString(), reason: snoozeReason }
            : null,
      },
    ];
  });
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

/** How many orders of the shop the inbox has that are not snoozed, by the urgency of their most urgent reason. */
export async function countByUrgency(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
): Promise<Record<Urgency, number>> {
  const rows = await db.$queryRaw<{ rank: number; count: number }[]>`
    SELECT e."rank", count(*)::int AS "count" FROM (${allEntries(shopId, clock.now())}) e WHERE NOT e."snoozed" GROUP BY e."rank"`;
  const count = (urgency: Urgency) => rows.find(({ rank }) => rank === URGENCIES.indexOf(urgency))?.count ?? 0;
  return { alarm: count("alarm"), blocked: count("blocked"), decision: count("decision") };
}

/** What the inbox has: what continues without anybody is not there. */
type Urgency = Exclude<(typeof URGENCIES)[number], "automatic">;

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
  const { shopId, userId } = staff;
  const order = await ctx.db.order.findUnique({ where: { shopId_shopifyGid: { shopId, shopifyGid } } });
  if (!order) return null;
  const wanted = wantedEntries(query, userId);
  const here = sql`(SELECT ${FORWARDS} FROM e WHERE e."id" = ${order.id}::uuid)`;
  const [found] = await ctx.db.$queryRaw<[{ previous: OrderId | null; next: OrderId | null }]>`
    WITH e AS MATERIALIZED (${allEntries(shopId, ctx.clock.now())})
    SELECT
      (SELECT e."id" FROM e WHERE ${wanted} AND ${PLACE} < ${here} ORDER BY ${BACKWARDS} LIMIT 1) AS "previous",
      (SELECT e."id" FROM e WHERE ${wanted} AND (${PLACE} > ${here} OR NOT EXISTS ${here}) ORDER BY ${FORWARDS} LIMIT 1)
        AS "next"`;
  const orders = await ctx.db.order.findMany({
    where: { shopId, id: { in: [found.previous, found.next].flatMap((id) => id ?? []) } },
    select: { id: true, shopifyGid: true },
  });
  const numberOf = (wantedId: OrderId | null) => {
    const neighbor = orders.find(({ id }) => id === wantedId);
    return neighbor ? gidNumber(neighbor.shopifyGid) : null;
  };
  return { previous: numberOf(found.previous), next: numberOf(found.next) };
}

const writeCursor = ({ rank, since, id }: Row): string =>
  Buffer.from(`${rank} ${new Date(since).getTime()} ${id}`).toString("base64url");

function readCursor(cursor: string | null): Position | null {
  const [rank = "", ms = "", uuid] = Buffer.from(cursor ?? "", "base64url")
    .toString("latin1")
    .split(" ");
  const id = orderIdSchema.safeParse(uuid).data;
  return id && /^\d$/.test(rank) && /^\d{1,14}$/.test(ms)
    ? { rank: Number(rank), since: new Date(Number(ms)), id }
    : null;
}
