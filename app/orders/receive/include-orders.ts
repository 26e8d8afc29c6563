import type { Tx } from "../../database/transaction.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ShopId } from "../../ports/ids.ts";

/**
 * Follows a start date that was moved back: orders that were ignored for the later date are decided again, and the next sweep
 * reads from the earlier one on, for orders that no webhook reported. Canceled and erased orders stay as they are. Needs the
 * lock of the shop's row.
 */
export async function includeOrdersSince(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock">,
  shopId: ShopId,
  goLiveAt: Date,
): Promise<void> {
  await tx.order.updateMany({
    where: {
      shopId,
      ignoredReason: "before_go_live",
      shopifyCreatedAt: { gte: goLiveAt },
      cancelledAt: null,
      redactedAt: null,
    },
    data: { ignoredReason: null, dueAt: ctx.clock.now() },
  });
  // Only back: a sweep that has not come as far as the new date yet continues where it is.
  await tx.shop.updateMany({
    where: { id: shopId, ordersCursor: { gt: goLiveAt } },
    data: { ordersCursor: goLiveAt },
  });
}
