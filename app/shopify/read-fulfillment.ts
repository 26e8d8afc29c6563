import { UnavailableError } from "../ports/errors.ts";
import type { FulfillmentOrderSnapshot } from "../ports/order-model.ts";
import type { FulfillmentOfOrder, FulfillmentSnapshot } from "../ports/shopify.ts";
import {
  ListFulfillments,
  ReadFulfillment,
  ReadFulfillmentOrder,
  ReadFulfillments,
  type ReadFulfillmentsQuery,
  ReadFulfillmentOrderLines,
  ReadFulfillmentOrders,
  type FulfillmentOrderFieldsFragment,
  type FulfillmentOrdersPageFragment,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { readUnchanged, remainingNodes, unchanged } from "./paging.ts";
import type { Gid } from "../ports/gid.ts";
import { isOurHold } from "./write-fulfillment.ts";

type WireOrder = NonNullable<ReadFulfillmentsQuery["order"]>;
type WireFulfillment = WireOrder["fulfillments"][number];

/** What the first call asks for. Lists without pages: one that is as long may have more, which are asked for by themselves. */
const FIRST = { fulfillments: 3, tracking: 3 } as const;
/** Of the same lists, what further calls ask for: with this many, the read fails as a whole. */
const MAX_UNPAGED = 100;

/**
 * What a write to an order's fulfillments checks first, one state of the order; null when the shop has no such order, or the app may
 * not see it.
 */
export function readFulfillment(
  client: AdminClient,
  shop: string,
  orderGid: Gid<"Order">,
): Promise<FulfillmentSnapshot | null> {
  return readUnchanged(async () => {
    const { order } = await client.run(shop, ReadFulfillments, { id: orderGid, ...FIRST });
    if (!order) return null;
    const fulfillmentOrders = await allFulfillmentOrders(client, shop, order);
    const fulfillments = await allFulfillments(client, shop, order);
    if (!fulfillmentOrders || !fulfillments) return null;
    const cancelledAt = order.cancelledAt ? new Date(order.cancelledAt) : null;
    return { cancelledAt, fulfillmentOrders, fulfillments };
  });
}

/** Single fulfillment orders and what was fulfilled of them; without those that the shop does not have. */
export function readSingleFulfillmentOrders(
  client: AdminClient,
  shop: string,
  gids: readonly Gid<"FulfillmentOrder">[],
): Promise<Omit<FulfillmentSnapshot, "cancelledAt">> {
  return readUnchanged(async () => {
    const fulfillmentOrders: FulfillmentOrderSnapshot[] = [];
    const fulfilledBy = new Set<Gid<"Fulfillment">>();
    for (const id of gids) {
      const { fulfillmentOrder } = await client.run(shop, ReadFulfillmentOrder, { id });
      if (!fulfillmentOrder) continue;
      const { fulfillments, ...wire } = fulfillmentOrder;
      if (fulfillments.pageInfo.hasNextPage)
        throw new UnavailableError("the fulfillment order has more fulfillments than can be read");
      fulfillmentOrders.push(await wholeFulfillmentOrder(client, shop, wire));
      for (const { id: fulfillment } of fulfillments.nodes) fulfilledBy.add(fulfillment);
    }
    const fulfillments: FulfillmentOfOrder[] = [];
    for (const id of fulfilledBy) fulfillments.push(await readOne(client, shop, id));
    return { fulfillmentOrders, fulfillments };
  });
}

/** All fulfillments of an order, of which the first are read. null: the order was deleted meanwhile. */
async function allFulfillments(
  client: AdminClient,
  shop: string,
  order: WireOrder,
): Promise<FulfillmentOfOrder[] | null> {
  const gids = await fulfillmentGids(client, shop, order);
  if (!gids) return null;
  const fulfillments: FulfillmentOfOrder[] = [];
  for (const gid of gids) {
    const wire = order.fulfillments.find(({ id }) => id === gid);
    const hasAllTracking = wire && wire.trackingInfo.length < FIRST.tracking;
    fulfillments.push(hasAllTracking ? await withAllLines(client, shop, wire) : await readOne(client, shop, gid));
  }
  return fulfillments;
}

async function fulfillmentGids(
  client: AdminClient,
  shop: string,
  first: WireOrder,
): Promise<Gid<"Fulfillment">[] | null> {
  const idsOf = (fulfillments: readonly { id: Gid<"Fulfillment"> }[]) => fulfillments.map(({ id }) => id);
  if (first.fulfillments.length < FIRST.fulfillments) return idsOf(first.fulfillments);
  const order = unchanged(first, (await client.run(shop, ListFulfillments, { id: first.id })).order);
  if (!order) return null;
  if (order.fulfillments.length >= MAX_UNPAGED)
    throw new UnavailableError("the order has more fulfillments than can be read");
  return idsOf(order.fulfillments);
}

async function readOne(client: AdminClient, shop: string, id: Gid<"Fulfillment">): Promise<FulfillmentOfOrder> {
  const { fulfillment: wire } = await client.run(shop, ReadFulfillment, { id, after: null });
  if (!wire) throw wentAway();
  if (wire.trackingInfo.length >= MAX_UNPAGED)
    throw new UnavailableError("the fulfillment has more tracking than can be read");
  return withAllLines(client, shop, wire);
}

async function withAllLines(client: AdminClient, shop: string, wire: WireFulfillment): Promise<FulfillmentOfOrder> {
  const lines = await remainingNodes(wire.fulfillmentLineItems, async (after) => {
    const next = await client.run(shop, ReadFulfillment, { id: wire.id, after });
    return unchanged(wire, next.fulfillment)?.fulfillmentLineItems ?? null;
  });
  if (!lines) throw wentAway();
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

const wentAway = () => new UnavailableError("a fulfillment went away while it was read");

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
async function wholeFulfillmentOrder(
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
