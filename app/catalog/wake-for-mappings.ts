import { codesFoundBy, holdsFixedIn } from "../orders/core/attention.ts";
import {
  findWaitingFor,
  recheckHeld,
  wakeHeld,
  wakeUnmatched,
  wakeUnsent,
  type WakeContext,
} from "../orders/receive/wake-orders.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderId, ShopId } from "../ports/ids.ts";

const PRODUCTS_AT_ONCE = 1_000;
const FIXED_IN_PRODUCTS = holdsFixedIn("products");
/** What the check of artwork just before sending finds. */
const ARTWORK_CHECKS = codesFoundBy("pre_send_check").filter((code) => FIXED_IN_PRODUCTS.includes(code));

/** Rechecks the orders that changed mappings may concern. Returns those with an item of these products that is still to be sent. */
export async function wakeForMappings(
  ctx: WakeContext,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<OrderId[]> {
  const waiting = new Set<OrderId>();
  const parts: Gid<"Product">[][] = [];
  for (let from = 0; from < productGids.length; from += PRODUCTS_AT_ONCE)
    parts.push(productGids.slice(from, from + PRODUCTS_AT_ONCE));
  // Before any is woken: a worker may end the hold at once.
  for (const part of parts) {
    const found = await findWaitingFor(ctx, shopId, { codes: FIXED_IN_PRODUCTS, productGids: part });
    for (const id of found) waiting.add(id);
  }
  await wakeHeld(ctx, shopId, FIXED_IN_PRODUCTS);
  for (const part of parts) {
    await wakeUnmatched(ctx, shopId, part);
    await wakeUnsent(ctx, shopId, part);
  }
  await recheckHeld(ctx, shopId, ARTWORK_CHECKS);
  return [...waiting];
}
