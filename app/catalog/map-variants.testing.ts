import type { CatalogContext } from "./context.ts";
import type { MappingInput } from "./mappings.ts";
import type { ShopId } from "../ports/ids.ts";
import { saveAndWake } from "./save-shown-mappings.ts";

/** Maps variants, whatever there is, and rechecks the orders on hold. Returns how many waited for these products. */
export async function mapVariants(
  ctx: CatalogContext,
  shopId: ShopId,
  inputs: readonly MappingInput[],
): Promise<number> {
  if (inputs.length === 0) return 0;
  const changes = inputs.map((input) => ({ input, shown: null }));
  return (await saveAndWake(ctx, shopId, changes)).waiting.length;
}
