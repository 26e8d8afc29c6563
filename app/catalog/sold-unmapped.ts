import type { PrismaClient } from "@prisma/client";
import { readableSince } from "../orders/core/order-access.ts";
import type { Clock } from "../ports/clock.ts";
import { MAX_VARIANTS, type VariantToMap } from "./variants-to-map.ts";
import type { ShopId } from "../ports/ids.ts";

/**
 * Variants that unfulfilled orders of the last 60 days have, and that nothing says whether to print: no mapping, no rule, no mark.
 * Nothing holds these orders. Up to 250, the most orders first; `since`: the oldest of the orders.
 */
export async function readSoldUnmapped(
  ctx: { db: PrismaClient; clock: Clock },
  shopId: ShopId,
): Promise<VariantToMap[]> {
  const rows = await ctx.db.$queryRaw<(Omit<VariantToMap, "since"> & { since: Date })[]>`
    SELECT l."productGid", l."variantGid",
      (array_agg(l."title" ORDER BY o."shopifyCreatedAt" DESC))[1] AS "title",
      (array_agg(l."variantTitle" ORDER BY o."shopifyCreatedAt" DESC))[1] AS "variantTitle",
      (array_agg(l."sku" ORDER BY o."shopifyCreatedAt" DESC))[1] AS "sku",
      count(DISTINCT o."id")::int AS "orders",
      sum(l."remaining")::int AS "pieces",
      min(o."shopifyCreatedAt") AS "since"
    FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
    WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${readableSince(ctx)}
      AND o."cancelledAt" IS NULL AND o."redactedAt" IS NULL AND o."ignoredReason" IS NULL
      AND l."eligibilityReason" = 'no_match' AND l."remaining" > 0
      AND l."productGid" IS NOT NULL AND l."variantGid" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n
        WHERE n."shopId" = o."shopId" AND n."productGid" = l."productGid" AND n."variantGid" IN ('', l."variantGid"))
    GROUP BY l."productGid", l."variantGid"
    ORDER BY "orders" DESC, "since", l."variantGid" LIMIT ${MAX_VARIANTS}`;
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
