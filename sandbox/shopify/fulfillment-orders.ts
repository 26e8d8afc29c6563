import { findVariant } from "./catalog.ts";
import { gid } from "./ids.ts";
import type { FulfillmentOrder, FulfillmentOrderLine, Line, Order, Shop } from "./model.ts";
import { UserError } from "./user-error.ts";
import { orderChanged } from "./order-changed.ts";
import { now, type Store } from "./store.ts";

/** shopify: FulfillmentOrder.supportedActions follow the status. */
export function supportedActions(order: FulfillmentOrder): string[] {
  const several = order.lines.reduce((all, each) => all + each.remaining, 0) > 1;
  switch (order.status) {
    case "OPEN":
      return ["CREATE_FULFILLMENT", "REPORT_PROGRESS", "MOVE", "HOLD", ...(several ? ["SPLIT"] : [])];
    case "IN_PROGRESS":
      return ["CREATE_FULFILLMENT", "REPORT_PROGRESS", "MARK_AS_OPEN", "HOLD"];
    case "ON_HOLD":
      return ["RELEASE_HOLD", "HOLD", "MOVE"];
    case "SCHEDULED":
      return ["MARK_AS_OPEN", "MOVE"];
    default:
      return [];
  }
}

/**
 * The same, and what the location adds. shopify: FulfillmentOrderAction REQUEST_FULFILLMENT, for what is assigned to a fulfillment
 * service and not requested from it.
 */
export function actionsAtLocation(shop: Shop, order: FulfillmentOrder): string[] {
  const isServices = shop.locations.some(
    ({ id, isFulfillmentService }) => id === order.locationId && isFulfillmentService,
  );
  const isRequested = ["SUBMITTED", "ACCEPTED"].includes(order.requestStatus);
  const actions = supportedActions(order);
  return isServices && order.status === "OPEN" && !isRequested ? [...actions, "REQUEST_FULFILLMENT"] : actions;
}

const locationFor = (shop: Shop, line: Line) =>
  (line.variantId && findVariant(shop, line.variantId)?.variant.locationId) || (shop.locations[0]?.id ?? "");

/** Routes a new order. shopify: the webhook names no more of each fulfillment order than its id and status. */
export function routeNewOrder(store: Store, shop: Shop, order: Order): void {
  for (const { id, status } of routeLines(store, shop, order))
    store.emit(shop, "fulfillment_orders/order_routing_complete", {
      fulfillment_order: { id: gid("FulfillmentOrder", id), status: status.toLowerCase() },
    });
}

/** Routes what no fulfillment order holds yet: one fulfillment order per location and kind of delivery. Returns the new ones. */
export function routeLines(store: Store, shop: Shop, order: Order): FulfillmentOrder[] {
  const groups = new Map<string, FulfillmentOrder>();
  for (const line of order.lines) {
    const quantity = line.unfulfilled - routed(order, line);
    if (quantity <= 0 || line.unrouted) continue;
    const methodType = line.requiresShipping ? order.delivery : "NONE";
    const locationId = locationFor(shop, line);
    const key = `${locationId} ${methodType}`;
    const group = groups.get(key) ?? newFulfillmentOrder(store, order.id, locationId, methodType);
    if (order.scheduled) group.status = "SCHEDULED";
    groups.set(key, group);
    group.lines.push({ id: store.nextId(), lineId: line.id, total: quantity, remaining: quantity });
  }
  order.fulfillmentOrders.push(...groups.values());
  return [...groups.values()];
}

function routed(order: Order, line: Line): number {
  const rows = order.fulfillmentOrders.filter(isLive).flatMap((each) => each.lines);
  return rows.reduce((all, row) => all + (row.lineId === line.id ? row.remaining : 0), 0);
}

export function newFulfillmentOrder(
  store: Store,
  orderId: string,
  locationId: string,
  methodType: FulfillmentOrder["methodType"],
): FulfillmentOrder {
  return {
    id: store.nextId(),
    orderId,
    locationId,
    status: "OPEN",
    requestStatus: "UNSUBMITTED",
    methodType,
    methodId: store.nextId(),
    lines: [],
    holds: [],
    createdAt: now(store),
    updatedAt: now(store),
  };
}

export const isLive = (order: FulfillmentOrder): boolean =>
  !["CLOSED", "CANCELLED", "INCOMPLETE"].includes(order.status);

/** Closes it when nothing remains. */
export function updateStatuses(store: Store, order: FulfillmentOrder): void {
  order.updatedAt = now(store);
  if (isLive(order) && order.lines.every((line) => line.remaining === 0)) {
    order.status = "CLOSED";
    order.requestStatus = "CLOSED";
    order.holds = [];
  }
}

/** Takes some of the lines into a fulfillment order of their own (a partial hold, a split). */
export function splitOff(
  store: Store,
  order: Order,
  from: FulfillmentOrder,
  splitLines: { id: string; quantity: number }[],
): FulfillmentOrder {
  const made = { ...newFulfillmentOrder(store, order.id, from.locationId, from.methodType), status: from.status };
  for (const { id, quantity } of splitLines) {
    const line = lineOf(from, id);
    line.remaining -= quantity;
    line.total -= quantity;
    made.lines.push({ id: store.nextId(), lineId: line.lineId, total: quantity, remaining: quantity });
  }
  from.lines = from.lines.filter((line) => line.total > 0);
  order.fulfillmentOrders.push(made);
  return made;
}

/** shopify: fulfillmentOrderSplit. What is split off stays at the location. */
export function splitFulfillmentOrder(
  store: Store,
  shop: Shop,
  order: Order,
  from: FulfillmentOrder,
  splitLines: { id: string; quantity: number }[],
): FulfillmentOrder {
  const remaining = from.lines.reduce((all, line) => all + line.remaining, 0);
  const taken = splitLines.reduce((all, each) => all + each.quantity, 0);
  const fits = splitLines.every(({ id, quantity }) => quantity > 0 && quantity <= lineOf(from, id).remaining);
  if (!supportedActions(from).includes("SPLIT") || !fits || taken === 0 || taken >= remaining)
    throw new UserError("Cannot split this fulfillment order.", ["fulfillmentOrderSplits"]);
  const made = splitOff(store, order, from, splitLines);
  from.updatedAt = now(store);
  orderChanged(store, shop, order);
  return made;
}

export function lineOf(order: FulfillmentOrder, id: string): FulfillmentOrderLine {
  const line = order.lines.find((each) => each.id === id);
  if (!line) throw new UserError(`Fulfillment order line item ${gid("FulfillmentOrderLineItem", id)} does not exist.`);
  return line;
}

/** shopify: fulfillmentOrderReportProgress */
export function reportProgress(store: Store, shop: Shop, order: Order, target: FulfillmentOrder): void {
  if (!supportedActions(target).includes("REPORT_PROGRESS")) {
    throw new UserError(
      "The fulfillment order is not in a status to report progress.",
      ["id"],
      "FULFILLMENT_ORDER_STATUS_INVALID",
    );
  }
  target.status = "IN_PROGRESS";
  target.updatedAt = now(store);
  orderChanged(store, shop, order);
}

/** shopify: fulfillmentOrderOpen, and what Shopify does itself on the date of a scheduled one (`byDate`). */
export function openFulfillmentOrder(
  store: Store,
  shop: Shop,
  order: Order,
  target: FulfillmentOrder,
  { byDate = false } = {},
): void {
  if (!supportedActions(target).includes("MARK_AS_OPEN"))
    throw new UserError("The fulfillment order cannot be marked as open.", ["id"]);
  target.status = "OPEN";
  target.updatedAt = now(store);
  if (byDate)
    store.emit(shop, "fulfillment_orders/scheduled_fulfillment_order_ready", {
      fulfillment_order: { id: gid("FulfillmentOrder", target.id), status: "open" },
    });
  orderChanged(store, shop, order);
}

/**
 * shopify: fulfillmentOrderMove. The moved lines get a new fulfillment order; one that is left without lines is closed.
 */
export function moveFulfillmentOrder(
  store: Store,
  shop: Shop,
  order: Order,
  from: FulfillmentOrder,
  locationId: string,
): FulfillmentOrder {
  if (!supportedActions(from).includes("MOVE")) throw new UserError("Cannot move this fulfillment order.", ["id"]);
  const moved = {
    ...newFulfillmentOrder(store, order.id, locationId, from.methodType),
    status: from.status,
    holds: from.holds,
  };
  moved.lines = from.lines
    .filter((line) => line.remaining > 0)
    .map((line) => ({ id: store.nextId(), lineId: line.lineId, total: line.remaining, remaining: line.remaining }));
  for (const line of from.lines) line.remaining = 0;
  order.fulfillmentOrders.push(moved);
  updateStatuses(store, from);
  store.emit(shop, "fulfillment_orders/moved", {
    original_fulfillment_order: { id: gid("FulfillmentOrder", from.id), status: from.status.toLowerCase() },
    moved_fulfillment_order: { id: gid("FulfillmentOrder", moved.id), status: moved.status.toLowerCase() },
    destination_location_id: gid("Location", locationId),
    fulfillment_order_line_items_requested: [],
  });
  orderChanged(store, shop, order);
  return moved;
}
