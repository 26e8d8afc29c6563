import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import { readStored, saveShownMappings } from "../save-shown-mappings.ts";
import type { BulkContext, BulkOutcomes, BulkVariant } from "./bulk-variants.ts";

/** A mapping that somebody saves between read and save is read again. */
const MAX_READS = 5;

/**
 * Saves what `change` makes of each mapping, as it is then; null: the variant needs a mapping first. A mark as never printed
 * ends. With the same SKU, what Shopify changed of the variant stays to be reviewed, but where staff confirms just that:
 * `confirmed` has the `factsHash` of each variant.
 * @throws Error when others change the same mappings all the time
 */
export async function changeMappings(
  ctx: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  change: (stored: StoredMapping | null) => StoredMapping | null,
  confirmed: ReadonlyMap<Gid<"ProductVariant">, string> | null = null,
): Promise<BulkOutcomes> {
  const outcomes: BulkOutcomes = new Map();
  let left = variants;
  for (let reads = 0; left.length > 0; reads += 1) {
    if (reads === MAX_READS) throw new Error("the mappings change all the time");
    const gids = left.map(({ variantGid }) => variantGid);
    const stored = await readStored(ctx.db, shopId, gids);
    const changes = left.flatMap(({ variantGid, productGid }) => {
      const before = stored.get(variantGid) ?? null;
      const shown = { mapping: before && { ...before, factsHash: confirmed?.get(variantGid) }, notPrinted: true };
      const mapping = change(before);
      const keepsChange = confirmed === null && mapping?.itemSku === before?.itemSku;
      return mapping ? [{ input: { ...mapping, variantGid, productGid }, shown, keepsChange }] : [];
    });
    const changed = changes.length === 0 ? new Map() : await saveShownMappings(ctx, shopId, changes);
    const tried = new Set(changes.map(({ input }) => input.variantGid));
    for (const { variantGid } of left) outcomes.set(variantGid, tried.has(variantGid) ? "changed" : "not_mapped");
    left = left.filter(({ variantGid }) => changed.has(variantGid));
  }
  return outcomes;
}
