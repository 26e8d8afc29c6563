import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import { knownFulfillmentOrders } from "./known-fulfillment-orders.ts";
import type { Gid } from "../../ports/gid.ts";

export interface ReadableOrder {
  shop: { domain: string; scopes: string };
  order: { shopifyGid: Gid<"Order">; shopifyCreatedAt: Date; cancelledAt: Date | null; fulfillmentOrders: unknown };
  lineItemGids: readonly Gid<"LineItem">[];
}

/** not_found: Shopify has no such order. too_old: nor are its fulfillment orders known. */
export type FulfillmentRead = { outcome: "read"; snapshot: FulfillmentSnapshot } | { outcome: "not_found" | "too_old" };

/**
 * What Shopify shows of an order's fulfillments now. An order that is too old to be read is read by its fulfillment orders that
 * are known to have these line items. @throws RemoteError
 */
export async function readFulfillmentOf(
  ctx: Pick<OrdersContext, "shopify" | "clock">,
  { shop, order, lineItemGids }: ReadableOrder,
): Promise<FulfillmentRead> {
  const whole = await ctx.shopify.readFulfillment(shop.domain, order.shopifyGid);
  if (whole) return { outcome: "read", snapshot: whole };
  if (!isTooOldToRead(ctx, order, shop)) return { outcome: "not_found" };
  const gids = knownFulfillmentOrders(order.fulfillmentOrders, new Set(lineItemGids));
  const part = await ctx.shopify.readFulfillmentOrders(shop.domain, gids);
  if (part.fulfillmentOrders.length === 0) return { outcome: "too_old" };
  return { outcome: "read", snapshot: { ...part, cancelledAt: order.cancelledAt } };
}
