import { holdsFixedIn } from "../orders/core/attention.ts";
import { commitThenWake, wakeHeld } from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { CatalogContext } from "./context.ts";
import { lockMappedVariants, MAPPED_FACTS } from "./mapped-variants.ts";

/**
 * Staff say that a mapping still fits its changed variant: the orders that wait for that continue. `factsHash`: of the variant
 * as staff saw it; false: it was changed again since, or deleted.
 */
export async function keepMapping(
  ctx: Pick<CatalogContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  { variantGid, factsHash }: { variantGid: Gid<"ProductVariant">; factsHash: string },
): Promise<boolean> {
  return commitThenWake(ctx, async (inTransaction) => {
    await lockMappedVariants(inTransaction.db, shopId, "mappings");
    const kept = await inTransaction.db.$executeRaw`
      UPDATE "Mapping" m SET ${MAPPED_FACTS}, "variantChange" = NULL FROM "ProductVariant" v
      WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" = ${variantGid} AND v."shopId" = m."shopId"
        AND v."variantGid" = m."variantGid" AND v."deletedAt" IS NULL AND v."factsHash" = ${factsHash}`;
    if (kept > 0) await wakeHeld(inTransaction, shopId, holdsFixedIn("products"));
    return kept > 0;
  });
}
