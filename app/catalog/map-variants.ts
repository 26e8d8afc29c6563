import type { CatalogContext } from "./context.ts";
import { saveMappings, type MappingInput } from "./mappings.ts";
import type { ShopId } from "../ports/ids.ts";
import { wakeForMappings } from "./wake-for-mappings.ts";

/** Maps variants and rechecks the orders on hold for it. Returns their number. */
export async function mapVariants(
  ctx: CatalogContext,
  shopId: ShopId,
  inputs: readonly MappingInput[],
): Promise<number> {
  if (inputs.length === 0) return 0;
  await saveMappings(ctx, shopId, inputs);
  return wakeForMappings(ctx, shopId, [...new Set(inputs.map(({ productGid }) => productGid))]);
}
