import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "../ports/ids.ts";

/** The number of a shop's mapped print files that were replaced, and of those that cannot be read. */
export async function countFileFindings(
  { db }: { db: PrismaClient },
  shopId: ShopId,
): Promise<{ replaced: number; unreadable: number }> {
  const [counts] = await db.$queryRaw<{ replaced: number; unreadable: number }[]>`
    SELECT count(*) FILTER (WHERE f."changedAt" IS NOT NULL)::int AS "replaced",
      count(*) FILTER (WHERE f."problem" IS NOT NULL)::int AS "unreadable"
    FROM "PrintFile" f WHERE f."shopId" = ${shopId}::uuid AND (f."changedAt" IS NOT NULL OR f."problem" IS NOT NULL)
      AND f."link" IN (SELECT unnest(ARRAY[m."artworkFront", m."artworkBack"]) FROM "Mapping" m
        WHERE m."shopId" = ${shopId}::uuid)`;
  return counts ?? { replaced: 0, unreadable: 0 };
}
