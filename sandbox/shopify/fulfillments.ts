import { lineOf, updateStatuses, supportedActions } from "./fulfillment-orders.ts";
import type { Fulfillment, FulfillmentOrder, FulfillmentOrderLine, Notification, Order, Shop } from "./model.ts";
import { orderChanged } from "./order-changed.ts";
import { UserError } from "./user-error.ts";
import { now, type Store } from "./store.ts";

export interface TrackingInput {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
}

export interface FulfillmentInput {
  /** All that remains of a fulfillment order when it names no lines. */
  parts: { fulfillmentOrderId: string; lines?: { id: string; quantity: number }[] | null }[];
  tracking?: TrackingInput | null;
  notifyCustomer?: boolean | null;
  byApp: boolean;
  message?: string | null | undefined;
}

const FIELD = ["fulfillment"];

interface FulfilledPart {
  from: FulfillmentOrder;
  line: FulfillmentOrderLine;
  quantity: number;
}

/** shopify: fulfillmentCreate. Checks everything before it changes anything. */
export function createFulfillment(
  store: Store,
  shop: Shop,
  input: FulfillmentInput,
): { order: Order; fulfillment: Fulfillment } {
  const sources = input.parts.map((part) => findFulfillmentOrder(shop, part.fulfillmentOrderId));
  const order = sources[0]?.order;
  if (!order) throw new UserError("At least one fulfillment order is required.", FIELD);
  if (sources.some((source) => source.order !== order))
    throw new UserError("All fulfillment orders must belong to the same order.", FIELD);
  if (new Set(sources.map((source) => source.target.locationId)).size > 1) {
    throw new UserError("All fulfillment orders must be assigned to the same location.", FIELD);
  }
  const fulfilledParts = input.parts.flatMap((part, index) => takeLines(sources[index]?.target, part.lines ?? []));
  if (fulfilledParts.length === 0) throw new UserError("There is nothing left to fulfill.", FIELD);
  const fulfillment = record(store, order, fulfilledParts, input);
  if (input.notifyCustomer) notify(store, shop, order, fulfillment, "shipping_confirmation");
  orderChanged(store, shop, order);
  return { order, fulfillment };
}

export function findFulfillmentOrder(shop: Shop, id: string): { order: Order; target: FulfillmentOrder } {
  for (const order of shop.orders) {
    const target = order.fulfillmentOrders.find((each) => each.id === id);
    if (target) return { order, target };
  }
  throw new UserError("Fulfillment order does not exist.", FIELD, "FULFILLMENT_ORDER_NOT_FOUND");
}

function takeLines(
  from: FulfillmentOrder | undefined,
  requestedLines: { id: string; quantity: number }[],
): FulfilledPart[] {
  if (!from) return [];
  if (!supportedActions(from).includes("CREATE_FULFILLMENT")) {
    throw new UserError(
      `Fulfillment order ${from.id} has an unfulfillable status= ${from.status.toLowerCase()}.`,
      FIELD,
    );
  }
  if (requestedLines.length === 0) {
    return from.lines.filter((line) => line.remaining > 0).map((line) => ({ from, line, quantity: line.remaining }));
  }
  if (new Set(requestedLines.map((each) => each.id)).size < requestedLines.length)
    throw new UserError("Duplicated line items.", FIELD);
  return requestedLines.map(({ id, quantity }) => {
    const line = lineOf(from, id);
    if (quantity < 1 || quantity > line.remaining) {
      throw new UserError("Invalid fulfillment order line item quantity requested.", FIELD);
    }
    return { from, line, quantity };
  });
}

function record(store: Store, order: Order, fulfilledParts: FulfilledPart[], input: FulfillmentInput): Fulfillment {
  const fulfillment: Fulfillment = {
    id: store.nextId(),
    orderId: order.id,
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    status: "SUCCESS",
    locationId: fulfilledParts[0]?.from.locationId ?? null,
    fulfillmentOrderIds: [...new Set(fulfilledParts.map((each) => each.from.id))],
    company: input.tracking?.company ?? null,
    tracking: trackingRows(input.tracking),
    lines: fulfilledParts.map(({ from, line, quantity }) => ({
      id: store.nextId(),
      lineId: line.lineId,
      fulfillmentOrderId: from.id,
      quantity,
    })),
    byApp: input.byApp,
    message: input.message ?? null,
    createdAt: now(store),
    updatedAt: now(store),
  };
  for (const { from, line, quantity } of fulfilledParts) {
    line.remaining -= quantity;
    addUnfulfilled(order, line.lineId, -quantity);
    from.status = "IN_PROGRESS";
    updateStatuses(store, from);
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

function notify(store: Store, shop: Shop, order: Order, fulfillment: Fulfillment, kind: Notification["kind"]): void {
  store.notifications.push({
    shop: shop.domain,
    orderId: order.id,
    orderName: order.name,
    fulfillmentId: fulfillment.id,
    kind,
    to: order.email,
    tracking: fulfillment.tracking.map((each) => each.number ?? each.url ?? ""),
    at: now(store),
  });
}

function findFulfillment(shop: Shop, id: string): { order: Order; fulfillment: Fulfillment } {
  for (const order of shop.orders) {
    const fulfillment = order.fulfillments.find((each) => each.id === id);
    if (fulfillment) return { order, fulfillment };
  }
  throw new UserError("Fulfillment does not exist.", ["fulfillmentId"]);
}

/** shopify: fulfillmentTrackingInfoUpdate. The given tracking replaces all of it. */
export function updateTracking(store: Store, shop: Shop, id: string, tracking: TrackingInput, notifyCustomer: boolean) {
  const { order, fulfillment } = findFulfillment(shop, id);
  if (fulfillment.status === "CANCELLED") throw new UserError("The fulfillment was cancelled.", ["fulfillmentId"]);
  fulfillment.company = tracking.company ?? null;
  fulfillment.tracking = trackingRows(tracking);
  fulfillment.updatedAt = now(store);
  if (notifyCustomer) notify(store, shop, order, fulfillment, "shipping_update");
  orderChanged(store, shop, order);
  return { order, fulfillment };
}

/** shopify: fulfillmentCancel. What it held can be fulfilled again. */
export function cancelFulfillment(store: Store, shop: Shop, id: string) {
  const { order, fulfillment } = findFulfillment(shop, id);
  if (fulfillment.status === "CANCELLED") throw new UserError("The fulfillment is already cancelled.", ["id"]);
  fulfillment.status = "CANCELLED";
  fulfillment.updatedAt = now(store);
  for (const held of fulfillment.lines) {
    addUnfulfilled(order, held.lineId, held.quantity);
    const source = order.fulfillmentOrders.find((each) => each.id === held.fulfillmentOrderId);
    const line = source?.lines.find((each) => each.lineId === held.lineId);
    if (!source || !line) continue;
    line.remaining += held.quantity;
    source.status = "OPEN";
    source.requestStatus = "UNSUBMITTED";
    source.updatedAt = now(store);
  }
  orderChanged(store, shop, order);
  return { order, fulfillment };
}
