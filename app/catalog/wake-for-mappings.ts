import { holdsFixedIn, type AttentionCode } from "../orders/core/attention.ts";
import { recheckHeld, wakeHeld, wakeUnmatched } from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { CatalogContext } from "./context.ts";

const PRODUCTS_AT_ONCE = 1_000;
/** What the check of artwork just before sending finds. */
const ARTWORK_CHECKS = ["artwork_unreadable", "artwork_changed"] as const satisfies AttentionCode[];

/** Rechecks the orders that may wait for changed mappings of these products. Returns their number. */
export async function wakeForMappings(
  ctx: Pick<CatalogContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<number> {
  let orders = await wakeHeld(ctx, shopId, holdsFixedIn("products"));
  for (let from = 0; from < productGids.length; from += PRODUCTS_AT_ONCE)
    orders += await wakeUnmatched(ctx, shopId, productGids.slice(from, from + PRODUCTS_AT_ONCE));
  await recheckHeld(ctx, shopId, ARTWORK_CHECKS);
  return orders;
}
