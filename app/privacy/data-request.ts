import { addHistory } from "../orders/core/history.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { Gid } from "../ports/gid.ts";

/**
 * customers/data_request: records by order that it was asked, how many deliveries, submissions and changes of staff hold
 * the customer's data, and whether the order itself names the customer. The merchant answers the customer. Nothing is held
 * of unknown orders.
 */
export async function recordDataRequest(
  ctx: ShopsContext,
  domain: string,
  orderGids: readonly Gid<"Order">[],
): Promise<{ orderGid: Gid<"Order">; deliveries: number; submissions: number; changes: number; customer: boolean }[]> {
  const orders = await ctx.db.order.findMany({ where: { shop: { domain }, shopifyGid: { in: [...orderGids] } } });
  const stored: Awaited<ReturnType<typeof recordDataRequest>> = [];
  for (const order of orders) {
    const deliveries = await ctx.db.webhookDelivery.count({
      where: { orderId: order.id, bodyEncrypted: { not: null } },
    });
    const submissions = await ctx.db.submission.count({
      where: { orderId: order.id, payloadEncrypted: { not: null } },
    });
    const changes = await ctx.db.orderChange.count({ where: { orderId: order.id, contentEncrypted: { not: null } } });
    const data = { deliveries, submissions, changes, customer: order.customerEncrypted !== null };
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
  ctx.log.info({ shop: domain, asked: orderGids.length, known: stored.length }, "a customer's data was asked for");
  return stored;
}
