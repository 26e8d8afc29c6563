import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import type { Clock } from "../ports/clock.ts";
import { soldSince } from "./sold-since.ts";
import { MAX_VARIANTS, variantToMapColumns, type VariantToMap, type VariantToMapRow } from "./variants-to-map.ts";
import type { ShopId } from "../ports/ids.ts";

/**
 * Variants that unfulfilled orders of the last 30 days have, and that nothing says whether to print: no mapping, no rule,
 * no mark. Nothing holds these orders. Up to 250, the most orders first; `since`: the oldest of the orders.
 */
export async function readSoldUnmapped(
  ctx: { db: PrismaClient; clock: Clock },
  shopId: ShopId,
): Promise<VariantToMap[]> {
  const rows = await ctx.db.$queryRaw<VariantToMapRow[]>`
    SELECT ${variantToMapColumns(Prisma.sql`o."shopifyCreatedAt"`)}
    FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
    WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${soldSince(ctx)}
      AND o."cancelledAt" IS NULL AND o."redactedAt" IS NULL AND o."ignoredReason" IS NULL
      AND l."eligibilityReason" = 'no_match' AND l."remaining" > 0
      AND l."productGid" IS NOT NULL AND l."variantGid" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n
        WHERE n."shopId" = o."shopId" AND n."productGid" = l."productGid" AND n."variantGid" IN ('', l."variantGid"))
    GROUP BY l."productGid", l."variantGid"
    ORDER BY "orders" DESC, "since", l."variantGid" LIMIT ${MAX_VARIANTS}`;
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
