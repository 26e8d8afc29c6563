import { UnavailableError } from "../ports/errors.ts";
import type { FulfillmentOrderSnapshot } from "../ports/order-model.ts";
import {
  ReadFulfillmentOrderLines,
  ReadFulfillmentOrders,
  type FulfillmentOrderFieldsFragment,
  type FulfillmentOrdersPageFragment,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { isOurHold } from "./holds.ts";
import { remainingNodes, unchanged } from "./paging.ts";
import type { Gid } from "../ports/gid.ts";

/** Request statuses of fulfillment orders at a fulfillment service. */
const REQUESTED_STATUSES: readonly string[] = [
  "SUBMITTED",
  "ACCEPTED",
  "CANCELLATION_REQUESTED",
  "CANCELLATION_REJECTED",
];

/** An order with its first fulfillment orders. */
interface FirstRead {
  id: Gid<"Order">;
  updatedAt: string;
  fulfillmentOrders: FulfillmentOrdersPageFragment;
}

/** All fulfillment orders of an order, with all of their lines. null: the order was deleted meanwhile. */
export async function allFulfillmentOrders(
  client: AdminClient,
  shop: string,
  order: FirstRead,
): Promise<FulfillmentOrderSnapshot[] | null> {
  const nodes = await remainingNodes(order.fulfillmentOrders, async (after) => {
    const next = await client.run(shop, ReadFulfillmentOrders, { id: order.id, after });
    return unchanged(order, next.order)?.fulfillmentOrders ?? null;
  });
  if (!nodes) return null;
  const fulfillmentOrders: FulfillmentOrderSnapshot[] = [];
  for (const wire of nodes) fulfillmentOrders.push(await wholeFulfillmentOrder(client, shop, wire));
  return fulfillmentOrders;
}

/** A fulfillment order with all of its lines. */
export async function wholeFulfillmentOrder(
  client: AdminClient,
  shop: string,
  wire: FulfillmentOrderFieldsFragment,
): Promise<FulfillmentOrderSnapshot> {
  const lines = await remainingNodes(wire.lineItems, async (after) => {
    const next = await client.run(shop, ReadFulfillmentOrderLines, { id: wire.id, after });
    return unchanged(wire, next.fulfillmentOrder)?.lineItems ?? null;
  });
  if (!lines) throw new UnavailableError("a fulfillment order went away while it was read");
  const supportedActions: string[] = wire.supportedActions.map((supported) => supported.action);
  return {
    gid: wire.id,
    status: wire.status,
    supportedActions,
    // A location's name is unique in its shop; its id would need the scope read_locations.
    assignedLocation: wire.assignedLocation.name,
    deliveryMethod: wire.deliveryMethod?.methodType ?? null,
    holds: wire.fulfillmentHolds.map((hold) => ({
      gid: hold.id,
      reason: hold.reason,
      handle: hold.handle,
      heldByApp: isOurHold(hold),
    })),
    lines: lines.map((line) => ({
      gid: line.id,
      lineItemGid: line.lineItem.id,
      total: line.totalQuantity,
      remaining: line.remainingQuantity,
    })),
    atFulfillmentService:
      REQUESTED_STATUSES.includes(wire.requestStatus) || supportedActions.includes("REQUEST_FULFILLMENT"),
  };
}
