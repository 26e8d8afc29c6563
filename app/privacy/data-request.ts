import { addHistory } from "../orders/core/history.ts";
import type { ShopsContext } from "../shops/context.ts";

export interface StoredData {
  orderGid: string;
  /** Deliveries and submissions that still hold the customer's data. */
  deliveries: number;
  submissions: number;
}

/**
 * customers/data_request: records by order that it was asked, and what is held. The merchant answers the customer;
 * orders that we never saw are left out, nothing of them is held.
 */
export async function recordDataRequest(
  ctx: ShopsContext,
  domain: string,
  orderGids: readonly string[],
): Promise<StoredData[]> {
  const orders = await ctx.db.order.findMany({ where: { shop: { domain }, shopifyGid: { in: [...orderGids] } } });
  const stored: StoredData[] = [];
  for (const order of orders) {
    const deliveries = await ctx.db.webhookDelivery.count({
      where: { orderId: order.id, bodyEncrypted: { not: null } },
    });
    const submissions = await ctx.db.submission.count({
      where: { orderId: order.id, payloadEncrypted: { not: null } },
    });
    const data = { deliveries, submissions };
    await ctx.db.$transaction((tx) =>
      addHistory(tx, ctx, {
        shopId: order.shopId,
        orderId: order.id,
        code: "privacy.data_requested",
        actor: "shopify",
        data,
      }),
    );
    stored.push({ orderGid: order.shopifyGid, ...data });
  }
  ctx.log.info({ shop: domain, asked: orderGids.length, known: stored.length }, "a buyer's data was asked for");
  return stored;
}
