import { Prisma } from "../../prisma/client/client.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { DAY_MS } from "../ports/clock.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderId, ShopId } from "../ports/ids.ts";

const TRIED_DAYS = 30;
const MAX_TRIED = 10_000;
/** Between two batches, other requests have their turn: 50 rules with all conditions and words take milliseconds for an order. */
const BATCH_SIZE = 100;
const MAX_EXAMPLES = 5;

/** What a setting would have done with the orders of the last 30 days. */
export interface TriedOrders {
  /** Orders with something to print. */
  orders: number;
  /** There are more, which were not looked at. */
  isCut: boolean;
  /** With which it would have done something. */
  decided: number;
  /** Of which nobody knows. */
  unknown: number;
  /** Some of the decided ones, the newest first. */
  examples: { name: string; number: string }[];
}

export type TriedOutcome = "decided" | "unknown" | "none";

export const noneTried = (): TriedOrders => ({ orders: 0, isCut: false, decided: 0, unknown: 0, examples: [] });

/** Counts one more order. Returns false where there is no room for it. */
export function countTried(
  tried: TriedOrders,
  { name, number }: { name: string; number: string },
  outcome: TriedOutcome,
): boolean {
  if (tried.orders === MAX_TRIED) {
    tried.isCut = true;
    return false;
  }
  tried.orders += 1;
  if (outcome === "unknown") tried.unknown += 1;
  if (outcome !== "decided") return true;
  tried.decided += 1;
  if (tried.examples.length < MAX_EXAMPLES) tried.examples.push({ name, number });
  return true;
}

export interface PastOrderRow {
  id: OrderId;
  name: string;
  gid: Gid<"Order">;
  placedAt: Date;
}

/** The shop's orders of the last 30 days, the newest first. `columns`: what else is read of "Order" o. Nothing is read from Shopify. */
export async function* readPastOrders<Row extends PastOrderRow>(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  columns: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const since = new Date(ctx.clock.now().getTime() - TRIED_DAYS * DAY_MS);
  for (let last: Row | undefined; ;) {
    const before = last
      ? Prisma.sql`AND (o."shopifyCreatedAt", o."id") < (${last.placedAt}::timestamptz, ${last.id}::uuid)`
      : Prisma.empty;
    const rows: Row[] = await ctx.db.$queryRaw<Row[]>`
      SELECT o."id", o."name", o."shopifyGid" AS "gid", o."shopifyCreatedAt" AS "placedAt", ${columns}
      FROM "Order" o
      WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${since} AND o."cancelledAt" IS NULL
        AND o."ignoredReason" IS NULL ${before}
      ORDER BY o."shopifyCreatedAt" DESC, o."id" DESC LIMIT ${BATCH_SIZE}`;
    yield rows;
    last = rows.at(-1);
    if (rows.length < BATCH_SIZE) return;
  }
}
