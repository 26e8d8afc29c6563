import { mapVariants } from "./map-variants.ts";
import { mappingInput } from "./mappings.ts";
import type { CatalogContext } from "./context.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { unmapVariant, unsentOrders } from "./unmap-variant.ts";
import { readVariantChanges } from "./variant-changes.ts";

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
  await mapVariants(ctx, shopId, [mappingInput.parse({ ...stored, variantGid })]);
  const unsent = await unsentOrders(ctx, shopId, [from.variantGid]);
  if (unsent.size > 0) return { variantGid, kept: true };
  await unmapVariant(ctx, shopId, from.variantGid);
  return { variantGid, kept: false };
}
