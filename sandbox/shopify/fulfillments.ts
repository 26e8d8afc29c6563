import { lineOf, settle, supportedActions } from "./fulfillment-orders.ts";
import type { Fulfillment, FulfillmentOrder, FulfillmentOrderLine, Notification, Order, Shop } from "./model.ts";
import { orderChanged } from "./order-changed.ts";
import { Refused } from "./user-error.ts";
import { now, type World } from "./store.ts";

export interface TrackingInput {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
}

export interface FulfillInput {
  /** All that remains of a fulfillment order when it names no lines. */
  parts: { fulfillmentOrderId: string; lines?: { id: string; quantity: number }[] | null }[];
  tracking?: TrackingInput | null;
  notifyCustomer?: boolean | null;
  byApp: boolean;
}

const FIELD = ["fulfillment"];

interface Taken {
  from: FulfillmentOrder;
  line: FulfillmentOrderLine;
  quantity: number;
}

/** shopify: fulfillmentCreate. Checks everything before it changes anything. */
export function fulfil(world: World, shop: Shop, input: FulfillInput): { order: Order; fulfillment: Fulfillment } {
  const sources = input.parts.map((part) => findFulfillmentOrder(shop, part.fulfillmentOrderId));
  const order = sources[0]?.order;
  if (!order) throw new Refused("At least one fulfillment order is required.", FIELD);
  if (sources.some((source) => source.order !== order))
    throw new Refused("All fulfillment orders must belong to the same order.", FIELD);
  if (new Set(sources.map((source) => source.target.locationId)).size > 1) {
    throw new Refused("All fulfillment orders must be assigned to the same location.", FIELD);
  }
  const taken = input.parts.flatMap((part, index) => takeLines(sources[index]?.target, part.lines ?? []));
  if (taken.length === 0) throw new Refused("There is nothing left to fulfill.", FIELD);
  const fulfillment = record(world, order, taken, input);
  if (input.notifyCustomer) notify(world, shop, order, fulfillment, "shipping_confirmation");
  orderChanged(world, shop, order);
  return { order, fulfillment };
}

export function findFulfillmentOrder(shop: Shop, id: string): { order: Order; target: FulfillmentOrder } {
  for (const order of shop.orders) {
    const target = order.fulfillmentOrders.find((each) => each.id === id);
    if (target) return { order, target };
  }
  throw new Refused("Fulfillment order does not exist.", FIELD, "FULFILLMENT_ORDER_NOT_FOUND");
}

function takeLines(from: FulfillmentOrder | undefined, wanted: { id: string; quantity: number }[]): Taken[] {
  if (!from) return [];
  if (!supportedActions(from).includes("CREATE_FULFILLMENT")) {
    throw new Refused(`Fulfillment order ${from.id} has an unfulfillable status= ${from.status.toLowerCase()}.`, FIELD);
  }
  if (wanted.length === 0) {
    return from.lines.filter((line) => line.remaining > 0).map((line) => ({ from, line, quantity: line.remaining }));
  }
  if (new Set(wanted.map((each) => each.id)).size < wanted.length) throw new Refused("Duplicated line items.", FIELD);
  return wanted.map(({ id, quantity }) => {
    const line = lineOf(from, id);
    if (quantity < 1 || quantity > line.remaining) {
      throw new Refused("Invalid fulfillment order line item quantity requested.", FIELD);
    }
    return { from, line, quantity };
  });
}

function record(world: World, order: Order, taken: Taken[], input: FulfillInput): Fulfillment {
  const fulfillment: Fulfillment = {
    id: world.nextId(),
    orderId: order.id,
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    status: "SUCCESS",
    locationId: taken[0]?.from.locationId ?? null,
    fulfillmentOrderIds: [...new Set(taken.map((each) => each.from.id))],
    company: input.tracking?.company ?? null,
    tracking: trackingRows(input.tracking),
    lines: taken.map(({ from, line, quantity }) => ({
      id: world.nextId(),
      lineId: line.lineId,
      fulfillmentOrderId: from.id,
      quantity,
    })),
    byApp: input.byApp,
    createdAt: now(world),
    updatedAt: now(world),
  };
  for (const { from, line, quantity } of taken) {
    line.remaining -= quantity;
    addUnfulfilled(order, line.lineId, -quantity);
    from.status = "IN_PROGRESS";
    settle(world, from);
  }
  order.fulfillments.push(fulfillment);
  return fulfillment;
}

function addUnfulfilled(order: Order, lineId: string, quantity: number): void {
  const line = order.lines.find((each) => each.id === lineId);
  if (line) line.unfulfilled += quantity;
}

function trackingRows(input: TrackingInput | null | undefined): Fulfillment["tracking"] {
  if (!input) return [];
  const numbers = input.numbers ?? (input.number ? [input.number] : []);
  const urls = input.urls ?? (input.url ? [input.url] : []);
  const length = Math.max(numbers.length, urls.length);
  return Array.from({ length }, (_, index) => ({ number: numbers[index] ?? null, url: urls[index] ?? null }));
}

function notify(world: World, shop: Shop, order: Order, fulfillment: Fulfillment, kind: Notification["kind"]): void {
  world.notifications.push({
    shop: shop.domain,
    orderId: order.id,
    orderName: order.name,
    fulfillmentId: fulfillment.id,
    kind,
    to: order.email,
    tracking: fulfillment.tracking.map((each) => each.number ?? each.url ?? ""),
    at: now(world),
  });
}

function findFulfillment(shop: Shop, id: string): { order: Order; fulfillment: Fulfillment } {
  for (const order of shop.orders) {
    const fulfillment = order.fulfillments.find((each) => each.id === id);
    if (fulfillment) return { order, fulfillment };
  }
  throw new Refused("Fulfillment does not exist.", ["fulfillmentId"]);
}

/** shopify: fulfillmentTrackingInfoUpdate. What is given takes the place of all there was. */
export function updateTracking(world: World, shop: Shop, id: string, tracking: TrackingInput, notifyCustomer: boolean) {
  const { order, fulfillment } = findFulfillment(shop, id);
  if (fulfillment.status === "CANCELLED") throw new Refused("The fulfillment was cancelled.", ["fulfillmentId"]);
  fulfillment.company = tracking.company ?? null;
  fulfillment.tracking = trackingRows(tracking);
  fulfillment.updatedAt = now(world);
  if (notifyCustomer) notify(world, shop, order, fulfillment, "shipping_update");
  orderChanged(world, shop, order);
  return { order, fulfillment };
}

/** shopify: fulfillmentCancel. What it held can be fulfilled again. */
export function cancelFulfillment(world: World, shop: Shop, id: string) {
  const { order, fulfillment } = findFulfillment(shop, id);
  if (fulfillment.status === "CANCELLED") throw new Refused("The fulfillment is already cancelled.", ["id"]);
  fulfillment.status = "CANCELLED";
  fulfillment.updatedAt = now(world);
  for (const held of fulfillment.lines) {
    addUnfulfilled(order, held.lineId, held.quantity);
    const source = order.fulfillmentOrders.find((each) => each.id === held.fulfillmentOrderId);
    const line = source?.lines.find((each) => each.lineId === held.lineId);
    if (!source || !line) continue;
    line.remaining += held.quantity;
    source.status = "OPEN";
    source.requestStatus = "UNSUBMITTED";
    source.updatedAt = now(world);
  }
  orderChanged(world, shop, order);
  return { order, fulfillment };
}
