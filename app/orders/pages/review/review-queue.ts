import { Prisma } from "../../../../prisma/client/client.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { orderIdSchema, type OrderId, type ShopId } from "../../../ports/ids.ts";
import { TEXT_REVIEWS } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { stateIn } from "../../core/state-in.ts";
import { UNSENT_STATES } from "../../core/states.ts";
import { COUNT_LIMIT } from "../list/tabs.ts";

/** Orders whose customer's texts wait for a person, the longest-waiting first: a new one stands behind those that wait already. */
export interface ReviewQueue {
  orders: QueuedOrder[];
  /** Orders from the cursor on, up to COUNT_LIMIT. */
  waiting: number;
  /** Cursor of the next part; null for the last part. */
  next: string | null;
}

export interface QueuedOrder {
  /** Shopify's number of the order. */
  number: string;
  name: string;
  /** When its first and its last open review arose, ISO 8601. A text that changes after its approval is a review of its own. */
  since: string;
  latest: string;
}

/** A position in the queue. */
interface Position {
  since: Date;
  id: OrderId;
}

type Row = Position & { latest: Date; shopifyGid: Gid<"Order">; name: string };

const PART_SIZE = 50;

const { sql, empty } = Prisma;

/** An order counts once, since its first open review. What was sent, or canceled, can no longer be reviewed. */
const waitingOrders = (shopId: ShopId, from: Position | null, only: Gid<"Order"> | null = null): Prisma.Sql => sql`
  SELECT a."orderId" AS "id", min(a."openedAt") AS "since", max(a."openedAt") AS "latest" FROM "Attention" a
  JOIN "Submission" s ON s."id" = a."submissionId"
  WHERE a."shopId" = ${shopId}::uuid AND a."clearedAt" IS NULL AND a."code" = ANY(${[...TEXT_REVIEWS]}::text[])
    AND s."replacedAt" IS NULL AND ${stateIn("s", UNSENT_STATES)}
    ${only ? sql`AND a."orderId" = (SELECT "id" FROM "Order" WHERE "shopId" = ${shopId}::uuid AND "shopifyGid" = ${only})` : empty}
  GROUP BY a."orderId"
  ${from ? sql`HAVING (min(a."openedAt"), a."orderId") > (${from.since}::timestamptz, ${from.id}::uuid)` : empty}`;

interface QueueQuery {
  /** An order to begin with, if it waits. */
  first?: Gid<"Order"> | null;
  after?: string | null;
}

/** A part of a shop's queue, by keyset. A cursor that cannot be read begins at the front. */
export async function readReviewQueue(
  ctx: Pick<OrdersContext, "db">,
  shopId: ShopId,
  { first = null, after = null }: QueueQuery = {},
  partSize = PART_SIZE,
): Promise<ReviewQueue> {
  const from = readCursor(after);
  const queue = waitingOrders(shopId, from);
  // The orders' names are read of one part alone: a plan that joins the whole queue reads all orders of the shop.
  const named = (part: Prisma.Sql) => ctx.db.$queryRaw<Row[]>`
    SELECT w.*, o."shopifyGid", o."name" FROM (${part}) w JOIN "Order" o ON o."id" = w."id" ORDER BY w."since", w."id"`;
  const [rows, leading, waiting] = await Promise.all([
    named(sql`${queue} ORDER BY "since", "id" LIMIT ${partSize + 1}`),
    first ? named(waitingOrders(shopId, from, first)) : [],
    countFrom(ctx, queue),
  ]);
  const shown = rows.slice(0, partSize);
  const last = shown.at(-1);
  const others = shown.filter(({ id }) => !leading.some((one) => one.id === id));
  return {
    orders: [...leading, ...others].map(({ shopifyGid, name, since, latest }) => ({
      number: gidNumber(shopifyGid),
      name,
      since: since.toISOString(),
      latest: latest.toISOString(),
    })),
    waiting,
    next: last && rows.length > partSize ? writeCursor(last) : null,
  };
}

/** How many orders wait for a review, up to COUNT_LIMIT. */
export const countReviews = (ctx: Pick<OrdersContext, "db">, shopId: ShopId): Promise<number> =>
  countFrom(ctx, waitingOrders(shopId, null));

async function countFrom({ db }: Pick<OrdersContext, "db">, queue: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (${queue} LIMIT ${COUNT_LIMIT}) AS bounded`;
  return row?.count ?? 0;
}

const writeCursor = ({ since, id }: Position): string => Buffer.from(`${since.getTime()} ${id}`).toString("base64url");

function readCursor(cursor: string | null): Position | null {
  const [ms = "", uuid] = Buffer.from(cursor ?? "", "base64url")
    .toString("latin1")
    .split(" ");
  const id = orderIdSchema.safeParse(uuid).data;
  return id && /^\d{1,14}$/.test(ms) ? { since: new Date(Number(ms)), id } : null;
}
