import { codesFoundBy, holdsFixedIn } from "../orders/core/attention.ts";
import { recheckHeld, wakeHeld, wakeUnmatched } from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { CatalogContext } from "./context.ts";

const PRODUCTS_AT_ONCE = 1_000;
const FIXED_IN_PRODUCTS = holdsFixedIn("products");
/** What the check of artwork just before sending finds. */
const ARTWORK_CHECKS = codesFoundBy("pre_send_check").filter((code) => FIXED_IN_PRODUCTS.includes(code));

/** Rechecks the orders that may wait for changed mappings of these products. Returns their number. */
export async function wakeForMappings(
  ctx: Pick<CatalogContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<number> {
  let orders = await wakeHeld(ctx, shopId, FIXED_IN_PRODUCTS);
  for (let from = 0; from < productGids.length; from += PRODUCTS_AT_ONCE)
    orders += await wakeUnmatched(ctx, shopId, productGids.slice(from, from + PRODUCTS_AT_ONCE));
  await recheckHeld(ctx, shopId, ARTWORK_CHECKS);
  return orders;
}
