import type { Gid } from "../ports/gid.ts";
import type { OrderOfFulfillmentOrder as Found } from "../ports/shopify.ts";
import { OrderOfFulfillmentOrder } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { deliveryBy } from "./read-order.ts";

/** The order that a fulfillment order belongs to; null when the shop has no such fulfillment order. */
export async function orderOfFulfillmentOrder(
  client: AdminClient,
  shop: string,
  gid: Gid<"FulfillmentOrder">,
): Promise<Found | null> {
  const { fulfillmentOrder } = await client.run(shop, OrderOfFulfillmentOrder, { id: gid });
  if (!fulfillmentOrder) return null;
  const { orderId, status, requestStatus, deliveryMethod } = fulfillmentOrder;
  const isOwn = requestStatus === "UNSUBMITTED";
  const unobstructed = status === "OPEN" && isOwn && deliveryBy(deliveryMethod?.methodType) === "parcel";
  return { orderGid: orderId, unobstructed };
}
