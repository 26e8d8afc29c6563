import type { CatalogContext } from "./context.ts";
import type { MappingInput } from "./mappings.ts";
import type { ShopId } from "../ports/ids.ts";
import { saveShownMappings } from "./save-shown-mappings.ts";
import { wakeForMappings } from "./wake-for-mappings.ts";

/** Maps variants, whatever there is, and rechecks the orders on hold. Returns how many waited for these products. */
export async function mapVariants(
  ctx: CatalogContext,
  shopId: ShopId,
  inputs: readonly MappingInput[],
): Promise<number> {
  if (inputs.length === 0) return 0;
  const changes = inputs.map((input) => ({ input, shown: null }));
  await saveShownMappings(ctx, shopId, changes);
  const productGids = [...new Set(inputs.map(({ productGid }) => productGid))];
  return (await wakeForMappings(ctx, shopId, productGids)).length;
}
