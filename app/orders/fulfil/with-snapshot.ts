import { RemoteError } from "../../ports/errors.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";

export type FollowUp = "done" | "retry_later";

/**
 * Does `work` with what Shopify shows of a submission's order now. retry_later: the app is not installed, Shopify
 * cannot be asked, or has not made the fulfillment orders yet.
 */
export async function withSnapshot(
  ctx: OrdersContext,
  row: { id: string; shop: { domain: string; uninstalledAt: Date | null }; order: { shopifyGid: string } },
  work: (snapshot: FulfillmentSnapshot) => Promise<FollowUp>,
): Promise<FollowUp> {
  if (row.shop.uninstalledAt) return "retry_later";
  try {
    const snapshot = await ctx.shopify.readFulfillment(row.shop.domain, row.order.shopifyGid);
    if (!snapshot || (snapshot.fulfillmentOrders.length === 0 && !snapshot.cancelledAt)) return "retry_later";
    return await work(snapshot);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ submission: row.id, error: error.name }, "hold or progress not brought to Shopify");
    return "retry_later";
  }
}
