import type { OrderSummary } from "../ports/order-model.ts";
import type { Gid } from "../ports/gid.ts";
import { SummarizeOrders } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { batchesOf } from "./paging.ts";
import { addressOf, financialStatusOf } from "./read-order.ts";

const BATCH_SIZE = 25;

/** What tells whether orders have changed, for a fraction of the points of a whole read; without those that are not there. */
export async function summarizeOrders(
  client: AdminClient,
  shop: string,
  gids: readonly Gid<"Order">[],
): Promise<OrderSummary[]> {
  const summaries: OrderSummary[] = [];
  for (const ids of batchesOf(gids, BATCH_SIZE)) {
    const { nodes } = await client.run(shop, SummarizeOrders, { ids });
    for (const order of nodes) {
      if (!order || !("lineItems" in order)) continue;
      const { nodes: lines, pageInfo } = order.lineItems;
      summaries.push({
        gid: order.id,
        updatedAt: new Date(order.updatedAt),
        cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : null,
        financialStatus: financialStatusOf(order),
        shippingAddress: order.shippingAddress ? addressOf(order.shippingAddress) : null,
        lines: pageInfo.hasNextPage
          ? null
          : lines.map(({ id, currentQuantity, unfulfilledQuantity }) => ({
              gid: id,
              quantity: currentQuantity,
              remaining: Math.min(unfulfilledQuantity, currentQuantity),
            })),
      });
    }
  }
  return summaries;
}
