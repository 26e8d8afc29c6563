import type { ShopId } from "../../ports/ids.ts";
import { saveMappings } from "../mappings.ts";
import type { StoredMapping } from "../product-page.ts";
import type { BulkContext, BulkOutcomes, BulkVariant } from "./bulk-variants.ts";

/** Saves what `change` makes of each mapping; null: the variant needs a mapping first. */
export async function changeMappings(
  ctx: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  change: (stored: StoredMapping | null) => StoredMapping | null,
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const rows = await ctx.db.mapping.findMany({
    where: { shopId, variantGid: { in: gids } },
    select: {
      ...{ variantGid: true, itemSku: true, artworkFront: true, artworkBack: true },
      ...{ mockup: true, note: true, requiredSides: true },
    },
  });
  const stored = new Map(rows.map(({ variantGid, ...mapping }) => [variantGid, mapping]));
  const inputs = variants.flatMap(({ variantGid, productGid }) => {
    const mapping = change(stored.get(variantGid) ?? null);
    return mapping ? [{ ...mapping, variantGid, productGid }] : [];
  });
  await saveMappings(ctx, shopId, inputs);
  const saved = new Set(inputs.map(({ variantGid }) => variantGid));
  return new Map(gids.map((gid) => [gid, saved.has(gid) ? "changed" : "not_mapped"]));
}
