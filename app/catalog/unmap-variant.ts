import { Prisma, type PrismaClient } from "@prisma/client";
import type { OrdersContext } from "../orders/core/context.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import { removeMapping } from "./mappings.ts";
import type { Gid } from "../ports/gid.ts";

/**
 * How many orders that are not sent yet print each of these variants, by variant; those without any are left out.
 * They wait for a mapping once it is removed.
 */
export async function unsentOrders(
  { db }: { db: PrismaClient },
  shopId: string,
  variantGids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ variantGid: string; orders: number }[]>`
    SELECT l."variantGid", count(DISTINCT l."orderId")::int AS "orders" ${unsentLines(shopId, variantGids)}
    GROUP BY l."variantGid"`;
  return new Map(rows.map(({ variantGid, orders }) => [variantGid, orders]));
}

/**
 * Forgets what a variant prints as, and has the orders looked at again that were to print it: they are put on hold, and a
 * person is told. Returns how many orders those are; null: there was no such mapping.
 */
export async function unmapVariant(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: string,
  variantGid: Gid<"ProductVariant">,
): Promise<number | null> {
  if (!(await removeMapping(ctx, shopId, variantGid))) return null;
  return ctx.db.$executeRaw`
    UPDATE "Order" SET "dueAt" = ${ctx.clock.now()}
    WHERE "id" IN (SELECT l."orderId" ${unsentLines(shopId, [variantGid])})`;
}

const unsentLines = (shopId: string, variantGids: readonly string[]) => Prisma.sql`
  FROM "Submission" s
  JOIN "SubmissionLine" sl ON sl."submissionId" = s."id"
  JOIN "OrderLine" l ON l."id" = sl."orderLineId"
  WHERE s."shopId" = ${shopId}::uuid AND ${stateIn("s", MUTABLE_STATES)}
    AND l."variantGid" = ANY(${[...variantGids]})`;
