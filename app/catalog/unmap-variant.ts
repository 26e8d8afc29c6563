import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import { rescheduleOrders } from "../orders/receive/wake-orders.ts";
import { removeMappings } from "./mappings.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderId, ShopId } from "../ports/ids.ts";

/**
 * The number of unsent orders by variant; variants without any are omitted. Removing the mapping holds these orders.
 */
export async function unsentOrders(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, number>> {
  const rows = await db.$queryRaw<{ variantGid: Gid<"ProductVariant">; orders: number }[]>`
    SELECT l."variantGid", count(DISTINCT l."orderId")::int AS "orders" ${unsentLines(shopId, variantGids)}
    GROUP BY l."variantGid"`;
  return new Map(rows.map(({ variantGid, orders }) => [variantGid, orders]));
}

/**
 * Deletes the mapping of a variant and rechecks its unsent orders, which puts them on hold. Returns their number; null:
 * there was no such mapping.
 */
export async function unmapVariant(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  variantGid: Gid<"ProductVariant">,
): Promise<number | null> {
  if ((await removeMappings(ctx, shopId, [variantGid])) === 0) return null;
  return recheckUnsent(ctx, shopId, [variantGid]);
}

/** Makes the unsent orders with these variants due. Returns their number. */
export async function recheckUnsent(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<number> {
  if (variantGids.length === 0) return 0;
  const rows = await ctx.db.$queryRaw<{ id: OrderId }[]>`
    SELECT DISTINCT l."orderId" AS "id" ${unsentLines(shopId, variantGids)}`;
  await rescheduleOrders(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

const unsentLines = (shopId: ShopId, variantGids: readonly Gid<"ProductVariant">[]) => Prisma.sql`
  FROM "Submission" s
  JOIN "SubmissionLine" sl ON sl."submissionId" = s."id"
  JOIN "OrderLine" l ON l."id" = sl."orderLineId"
  WHERE s."shopId" = ${shopId}::uuid AND ${stateIn("s", MUTABLE_STATES)}
    AND l."variantGid" = ANY(${[...variantGids]})`;
