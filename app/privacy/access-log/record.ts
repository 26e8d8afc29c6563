import type { BuyerDataView } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { ShopsContext } from "../../shops/context.ts";

/** Pages reload themselves: the same data, opened again by the same person within this time, is one entry. */
const ONE_ENTRY_MS = 15 * 60_000;

/** What of buyers' data a member of staff is about to see. */
export interface OpenedData {
  view: BuyerDataView;
  orderGids: readonly Gid<"Order">[];
}

/**
 * Records who opens buyers' data, before it is shown: where the entry cannot be written, nothing is. One statement, and no
 * entry for orders that the shop does not have. Returns whether there is a new entry.
 */
export async function recordAccess(
  { db, clock, ids }: Pick<ShopsContext, "db" | "clock" | "ids">,
  { shopId, userId }: { shopId: ShopId; userId: string },
  { view, orderGids }: OpenedData,
): Promise<boolean> {
  if (orderGids.length === 0) return false;
  const at = clock.now();
  const since = new Date(at.getTime() - ONE_ENTRY_MS);
  const inserted = await db.$executeRaw`
    INSERT INTO "BuyerDataAccess" ("id", "shopId", "at", "userId", "view", "orderIds")
    SELECT ${ids.uuid()}::uuid, ${shopId}::uuid, ${at}::timestamptz, ${userId}::text, ${view}::"BuyerDataView", opened."ids"
    FROM (
      SELECT array_agg("id" ORDER BY "id") AS "ids" FROM "Order"
      WHERE "shopId" = ${shopId}::uuid AND "shopifyGid" = ANY(${orderGids}::text[])
    ) AS opened
    WHERE opened."ids" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "BuyerDataAccess" a
      WHERE a."shopId" = ${shopId}::uuid AND a."at" > ${since} AND a."userId" = ${userId}
        AND a."view" = ${view}::"BuyerDataView" AND a."orderIds" = opened."ids")`;
  return inserted > 0;
}
