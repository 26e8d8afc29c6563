import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "../ports/ids.ts";

/**
 * The number of variants without a mapping in products of which another variant is mapped: orders with them are held. A
 * variant that was added to a mapped product is one of them until staff map it, or mark it as not printed.
 */
export async function countUnmappedSiblings({ db }: { db: PrismaClient }, shopId: ShopId): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "ProductVariant" v
    WHERE v."shopId" = ${shopId}::uuid AND v."deletedAt" IS NULL AND v."status" <> 'archived'
      AND v."requiresShipping" AND NOT v."giftCard"
      AND v."productGid" IN (SELECT m."productGid" FROM "Mapping" m WHERE m."shopId" = ${shopId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM "Mapping" m WHERE m."shopId" = v."shopId" AND m."variantGid" = v."variantGid")
      AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n WHERE n."shopId" = v."shopId" AND n."productGid" = v."productGid"
        AND n."variantGid" IN ('', v."variantGid"))`;
  return row?.count ?? 0;
}
