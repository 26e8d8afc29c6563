import { holdsFixedIn } from "../orders/core/attention.ts";
import { commitThenWake, wakeHeld } from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { CatalogContext } from "./context.ts";
import { lockMappedVariants, MAPPED_FACTS } from "./mapped-variants.ts";
import { mappingInput } from "./mappings.ts";
import { saveAndWake } from "./save-shown-mappings.ts";
import type { ShownVariant } from "./shown-variant.ts";
import { unmapVariant, unsentOrders } from "./unmap-variant.ts";
import { readVariantChanges } from "./variant-changes.ts";

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

/** The replacement, whether or not staff marked it as never printed. */
const UNMAPPED: ShownVariant = { mapping: null, notPrinted: true };

/**
 * Gives the mapping of a deleted variant to the variant that replaced it, and rechecks the orders on hold for one. Orders
 * that were not sent yet still print as the old mapping says: it stays while there are any.
 * @returns null when nothing replaced the variant, or staff mapped that one meanwhile
 */
export async function moveMapping(
  ctx: CatalogContext,
  shopId: ShopId,
  from: { productGid: Gid<"Product">; variantGid: Gid<"ProductVariant"> },
): Promise<{ variantGid: Gid<"ProductVariant">; kept: boolean } | null> {
  const change = (await readVariantChanges(ctx, shopId, from.productGid)).get(from.variantGid);
  if (change?.kind !== "deleted" || !change.replacement) return null;
  const variantGid = change.replacement.gid;
  const stored = await ctx.db.mapping.findUniqueOrThrow({
    where: { shopId_variantGid: { shopId, variantGid: from.variantGid } },
  });
  const input = mappingInput.parse({ ...stored, variantGid });
  const { outdated } = await saveAndWake(ctx, shopId, [{ input, shown: UNMAPPED }]);
  if (outdated.size > 0) return null;
  const unsent = await unsentOrders(ctx, shopId, [from.variantGid]);
  if (unsent.size > 0) return { variantGid, kept: true };
  await unmapVariant(ctx, shopId, from.variantGid);
  return { variantGid, kept: false };
}
