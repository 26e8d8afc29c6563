import { UnavailableError } from "../ports/errors.ts";
import type { FulfillmentOfOrder, FulfillmentOrderSnapshot, FulfillmentSnapshot } from "../ports/shopify.ts";
import {
  ReadFulfillment,
  ReadFulfillmentOrder,
  ReadFulfillmentOrderLines,
  ReadFulfillmentOrders,
  ReadFulfillments,
  type FulfillmentOrderFieldsFragment,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { isOurHold } from "./holds.ts";
import { allNodes, remainingNodes } from "./paging.ts";
import type { Gid } from "../ports/gid.ts";

/** `atFulfillmentService`: the items are for a fulfillment service to send, not for the merchant. */
export interface FulfillmentOrderRead extends FulfillmentOrderSnapshot {
  atFulfillmentService: boolean;
}

/** Request statuses of fulfillment orders at a fulfillment service. */
const REQUESTED_STATUSES: readonly string[] = [
  "SUBMITTED",
  "ACCEPTED",
  "CANCELLATION_REQUESTED",
  "CANCELLATION_REJECTED",
];
/**
 * Fulfillments of an order, and tracking numbers of a fulfillment, cannot be paged: with this many, the read fails as a
 * whole.
 */
const MAX_UNPAGED = 100;

/**
 * What a write to an order's fulfillments checks first; null when the shop has no such order, or the app may not see
 * it.
 */
export async function readFulfillment(
  client: AdminClient,
  shop: string,
  orderGid: Gid<"Order">,
): Promise<FulfillmentSnapshot | null> {
  const read = await readFulfillmentOrders(client, shop, orderGid);
  if (!read) return null;
  const { order } = await client.run(shop, ReadFulfillments, { id: orderGid });
  if (!order) return null;
  if (order.fulfillments.length >= MAX_UNPAGED)
    throw new UnavailableError("the order has more fulfillments than can be read");
  const fulfillments: FulfillmentOfOrder[] = [];
  for (const { id } of order.fulfillments) fulfillments.push(await fulfillmentOf(client, shop, id));
  return { cancelledAt: read.cancelledAt, fulfillmentOrders: read.fulfillmentOrders.map(snapshotOf), fulfillments };
}

/** Single fulfillment orders and what was fulfilled of them; without those that the shop does not have. */
export async function readSingleFulfillmentOrders(
  client: AdminClient,
  shop: string,
  gids: readonly Gid<"FulfillmentOrder">[],
): Promise<Omit<FulfillmentSnapshot, "cancelledAt">> {
  const fulfillmentOrders: FulfillmentOrderSnapshot[] = [];
  const fulfilledBy = new Set<Gid<"Fulfillment">>();
  for (const id of gids) {
    const { fulfillmentOrder } = await client.run(shop, ReadFulfillmentOrder, { id });
    if (!fulfillmentOrder) continue;
    const { fulfillments, ...wire } = fulfillmentOrder;
    if (fulfillments.pageInfo.hasNextPage)
      throw new UnavailableError("the fulfillment order has more fulfillments than can be read");
    fulfillmentOrders.push(snapshotOf(await fulfillmentOrderOf(client, shop, wire)));
    for (const { id: fulfillment } of fulfillments.nodes) fulfilledBy.add(fulfillment);
  }
  const fulfillments: FulfillmentOfOrder[] = [];
  for (const id of fulfilledBy) fulfillments.push(await fulfillmentOf(client, shop, id));
  return { fulfillmentOrders, fulfillments };
}

const snapshotOf = ({ atFulfillmentService: _, ...snapshot }: FulfillmentOrderRead): FulfillmentOrderSnapshot =>
  snapshot;

/** The order's fulfillment orders, all of them with all of their lines. */
export async function readFulfillmentOrders(
  client: AdminClient,
  shop: string,
  orderGid: Gid<"Order">,
): Promise<{ cancelledAt: Date | null; fulfillmentOrders: FulfillmentOrderRead[] } | null> {
  let cancelledAt: Date | null = null;
  const nodes = await allNodes<FulfillmentOrderFieldsFragment>(async (after) => {
    const { order } = await client.run(shop, ReadFulfillmentOrders, { id: orderGid, after });
    if (order?.cancelledAt) cancelledAt = new Date(order.cancelledAt);
    return order?.fulfillmentOrders ?? null;
  });
  if (!nodes) return null;
  const fulfillmentOrders: FulfillmentOrderRead[] = [];
  for (const wire of nodes) fulfillmentOrders.push(await fulfillmentOrderOf(client, shop, wire));
  return { cancelledAt, fulfillmentOrders };
}

async function fulfillmentOrderOf(
  client: AdminClient,
  shop: string,
  wire: FulfillmentOrderFieldsFragment,
): Promise<FulfillmentOrderRead> {
  const lines = await remainingNodes(wire.lineItems, async (after) => {
    const { fulfillmentOrder } = await client.run(shop, ReadFulfillmentOrderLines, { id: wire.id, after });
    return fulfillmentOrder?.lineItems ?? null;
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

async function fulfillmentOf(client: AdminClient, shop: string, id: Gid<"Fulfillment">): Promise<FulfillmentOfOrder> {
  const read = async (after: string | null) =>
    (await client.run(shop, ReadFulfillment, { id, after })).fulfillment ?? null;
  const wire = await read(null);
  const lines =
    wire &&
    (await remainingNodes(
      wire.fulfillmentLineItems,
      async (after) => (await read(after))?.fulfillmentLineItems ?? null,
    ));
  if (!wire || !lines) throw new UnavailableError("a fulfillment went away while it was read");
  if (wire.trackingInfo.length >= MAX_UNPAGED)
    throw new UnavailableError("the fulfillment has more tracking than can be read");
  return {
    gid: wire.id,
    status: wire.status,
    tracking: wire.trackingInfo.map((info) => ({
      number: info.number ?? "",
      url: info.url ?? "",
      company: info.company,
    })),
    lines: lines.map((line) => ({ lineItemGid: line.lineItem.id, quantity: line.quantity ?? 0 })),
  };
}
