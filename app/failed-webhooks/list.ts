import { Prisma } from "@prisma/client";
import type { ShopsContext } from "../shops/context.ts";
import { STUCK_COUNT_LIMIT } from "./limit.ts";
import { deliveriesOf, STUCK, type DeliveriesOf } from "./of-shop.ts";

/** A delivery that could not be read or handled. Holds nothing of what it says. Times are ISO 8601, UTC. */
export interface StuckView {
  id: string;
  source: "shopify" | "print_service";
  topic: string;
  receivedAt: string;
  /** set_aside: it waits for a person. failing: it is tried again, at `dueAt`. */
  state: "set_aside" | "failing";
  /** Code of the reason. */
  problem: string;
  attempts: number;
  dueAt: string | null;
  /** The order that it is about, where that is known. */
  order: { name: string; number: string } | null;
  /** Its body is still there to be read. */
  readable: boolean;
}

export interface StuckPage {
  rows: StuckView[];
  /** Id to begin the next page after; null where there is none. */
  next: string | null;
}

const PAGE_SIZE = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The latest deliveries of a shop that were set aside or fail, a page at a time. A place that is broken answers with the first. */
export async function readStuck(
  ctx: Pick<ShopsContext, "db">,
  shop: DeliveriesOf & { id: string },
  after: string | null,
): Promise<StuckPage> {
  const from = after && UUID.test(after) ? Prisma.sql`AND "id" < ${after}::uuid` : Prisma.empty;
  const found = await ctx.db.$queryRaw<Row[]>`
    SELECT "id", "source"::text AS "source", "topic", "receivedAt", "state"::text AS "state", "problem", "attempts", "dueAt",
      "orderId", "bodySealed" IS NOT NULL AS "readable"
    FROM "Delivery" WHERE ${await deliveriesOf(ctx, shop)} AND ${STUCK} ${from}
    ORDER BY "id" DESC LIMIT ${PAGE_SIZE + 1}`;
  const shown = found.slice(0, PAGE_SIZE);
  const orders = await ctx.db.order.findMany({
    where: { shopId: shop.id, id: { in: shown.flatMap((row) => row.orderId ?? []) } },
    select: { id: true, name: true, shopifyGid: true },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return {
    rows: shown.map((row) => viewOf(row, row.orderId ? byId.get(row.orderId) : undefined)),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** How many there are, set aside and failing; none is counted further than STUCK_COUNT_LIMIT. */
export async function countStuck(ctx: Pick<ShopsContext, "db">, shop: DeliveriesOf): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "Delivery" WHERE ${await deliveriesOf(ctx, shop)} AND ${STUCK} LIMIT ${STUCK_COUNT_LIMIT}) AS few`;
  return row?.count ?? 0;
}

interface Row {
  id: string;
  source: StuckView["source"];
  topic: string;
  receivedAt: Date;
  state: "poison" | "waiting";
  problem: string | null;
  attempts: number;
  dueAt: Date | null;
  orderId: string | null;
  readable: boolean;
}

function viewOf(row: Row, order: { name: string; shopifyGid: string } | undefined): StuckView {
  return {
    id: row.id,
    source: row.source,
    topic: row.topic,
    receivedAt: row.receivedAt.toISOString(),
    state: row.state === "poison" ? "set_aside" : "failing",
    problem: row.problem ?? "",
    attempts: row.attempts,
    dueAt: row.dueAt?.toISOString() ?? null,
    order: order ? { name: order.name, number: order.shopifyGid.split("/").at(-1) ?? "" } : null,
    readable: row.readable,
  };
}
