import { Prisma } from "@prisma/client";
import type { Wake } from "../ports/wake.ts";
import type { ShopsContext } from "../shops/context.ts";
import { deliveriesOf, STUCK, type DeliveriesOf } from "./of-shop.ts";

export const MOST_AT_ONCE = 100;

/** What was done, and how many were left as they are: gone, done meanwhile, or without what it takes. */
export interface DeliveriesActed {
  done: number;
  left: number;
}

/** Has deliveries read again from the beginning; one whose body was erased is left. Reading one again does no harm. */
export async function readAgain(
  ctx: Pick<ShopsContext, "db" | "clock"> & { wake: Pick<Wake, "delivery"> },
  shop: DeliveriesOf,
  ids: readonly string[],
): Promise<DeliveriesActed> {
  const wanted = some(ids);
  const now = ctx.clock.now();
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "state" = 'waiting', "attempts" = 0, "failures" = 0, "dueAt" = ${now}, "handledAt" = NULL
    WHERE "id" = ANY(${wanted}::uuid[]) AND ${await deliveriesOf(ctx, shop)} AND ${STUCK} AND "bodySealed" IS NOT NULL
    RETURNING "id"`;
  for (const { id } of rows) ctx.wake.delivery(id);
  return { done: rows.length, left: wanted.length - rows.length };
}

/**
 * Puts deliveries away that were set aside: nothing is done with them, and their bodies go. A request about people has to be
 * carried out, so it is not put away, unless it was refused for good.
 */
export async function putAway(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: DeliveriesOf,
  ids: readonly string[],
): Promise<DeliveriesActed> {
  const wanted = some(ids);
  const compliance = Prisma.sql`("topic" LIKE 'customers/%' OR "topic" = 'shop/redact') AND "problem" <> 'app_installed'`;
  const done = await ctx.db.$executeRaw`
    UPDATE "Delivery" SET "state" = 'ignored', "bodySealed" = NULL, "handledAt" = ${ctx.clock.now()}
    WHERE "id" = ANY(${wanted}::uuid[]) AND ${await deliveriesOf(ctx, shop)} AND "state" = 'poison' AND NOT (${compliance})`;
  return { done, left: wanted.length - done };
}

const some = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, MOST_AT_ONCE);
