import { holdsFixedIn } from "../orders/core/attention.ts";
import { wakeHeld } from "../orders/receive/recheck-order.ts";
import type { CatalogContext } from "./context.ts";
import { saveMappings, type MappingInput } from "./mappings.ts";

/** Maps variants and has the orders looked at again that waited for it. Returns how many orders those are. */
export async function mapVariants(
  ctx: CatalogContext,
  shopId: string,
  inputs: readonly MappingInput[],
): Promise<number> {
  if (inputs.length === 0) return 0;
  await saveMappings(ctx, shopId, inputs);
  return wakeHeld(ctx, shopId, holdsFixedIn("products"));
}
