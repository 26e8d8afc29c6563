import { findVariant } from "../catalog.ts";
import { actionsAtLocation } from "../fulfillment-orders.ts";
import { gid } from "../ids.ts";
import type { Fulfillment, FulfillmentOrder, FulfillmentOrderLine, Hold, Location, Order, Shop } from "../model.ts";
import { graphTime } from "../time.ts";
import { variantView } from "./catalog-view.ts";
import { connection, type PageArgs } from "./connection.ts";
import type { View } from "./context.ts";
import { lineView, shippingLineView } from "./line-view.ts";

/** Shows the whole order; given, since the order shows these views in turn. */
type OrderView = (shop: Shop, order: Order) => View;

const serviceView = (location: Location): View => ({
  id: gid("FulfillmentService", location.id),
  handle: location.name.toLowerCase().replace(/\W+/g, "-"),
  serviceName: location.name,
  type: "THIRD_PARTY",
});

export const locationView = (location: Location): View => ({
  __typename: "Location",
  id: gid("Location", location.id),
  legacyResourceId: location.id,
  name: location.name,
  isActive: true,
  fulfillsOnlineOrders: true,
  shipsInventory: true,
  isFulfillmentService: location.isFulfillmentService,
  fulfillmentService: () => (location.isFulfillmentService ? serviceView(location) : null),
});

const holdView = (hold: Hold): View => ({
  __typename: "FulfillmentHold",
  id: gid("FulfillmentHold", hold.id),
  reason: hold.reason,
  reasonNotes: hold.reasonNotes,
  displayReason: hold.reason.toLowerCase().replaceAll("_", " "),
  handle: hold.byApp ? hold.handle : null,
  heldByRequestingApp: hold.byApp,
});

function fulfillmentOrderLineView(shop: Shop, order: Order, row: FulfillmentOrderLine): View {
  const line = order.lines.find((each) => each.id === row.lineId);
  const found = line?.variantId ? findVariant(shop, line.variantId) : null;
  const shipping = order.shippingLines.find(({ id }) => id === line?.shippingLineId) ?? order.shippingLines[0];
  return {
    __typename: "FulfillmentOrderLineItem",
    shippingLine: shipping ? shippingLineView(order, shipping) : null,
    id: gid("FulfillmentOrderLineItem", row.id),
    totalQuantity: row.total,
    remainingQuantity: row.remaining,
    requiresShipping: line?.requiresShipping ?? true,
    sku: line?.sku ?? null,
    productTitle: line?.title ?? "",
    variantTitle: line?.variantTitle ?? null,
    vendor: line?.vendor ?? null,
    lineItem: () => (line ? lineView(shop, order, line) : null),
    variant: () => (found ? variantView(found.product, found.variant) : null),
  };
}

/** A live fulfillment order shows what it still holds; its lines stay listed when nothing of them remains. */
export function fulfillmentOrderView(shop: Shop, order: Order, target: FulfillmentOrder, orderView: OrderView): View {
  const location = shop.locations.find((each) => each.id === target.locationId);
  return {
    __typename: "FulfillmentOrder",
    id: gid("FulfillmentOrder", target.id),
    status: target.status,
    requestStatus: target.requestStatus,
    createdAt: graphTime(target.createdAt),
    updatedAt: graphTime(target.updatedAt),
    fulfillAt: graphTime(target.createdAt),
    fulfillBy: null,
    orderId: gid("Order", order.id),
    orderName: order.name,
    orderProcessedAt: graphTime(order.processedAt),
    order: () => orderView(shop, order),
    supportedActions: actionsAtLocation(shop, target).map((action) => ({ action, externalUrl: null })),
    assignedLocation: {
      name: location?.name ?? "",
      countryCode: location?.countryCode ?? "US",
      location: () => (location ? locationView(location) : null),
    },
    deliveryMethod: {
      __typename: "DeliveryMethod",
      id: gid("DeliveryMethod", target.methodId),
      methodType: target.methodType,
    },
    destination: () => destinationView(order, target),
    fulfillmentHolds: target.holds.map(holdView),
    lineItems: (args: PageArgs) => connection(target.lines, args, (row) => fulfillmentOrderLineView(shop, order, row)),
    fulfillments: (args: PageArgs) => {
      const own = order.fulfillments.filter((each) => each.fulfillmentOrderIds.includes(target.id));
      return connection(own, args, (each) => fulfillmentView(shop, order, each, orderView));
    },
    locationsForMove: (args: PageArgs) => connection(shop.locations, args, (each) => moveView(target, each)),
  };
}

function destinationView(order: Order, target: FulfillmentOrder): View | null {
  const { shippingAddress: to, email } = order;
  if (!to || target.methodType === "NONE") return null;
  const { firstName, lastName, company, address1, address2, city, province, countryCode, zip, phone } = to;
  const id = gid("FulfillmentOrderDestination", target.id);
  return { id, firstName, lastName, company, address1, address2, city, province, countryCode, zip, phone, email };
}

function moveView(target: FulfillmentOrder, location: Location): View {
  const movable = location.id !== target.locationId;
  const count = (value: number) => ({ count: value, precision: "EXACT" });
  return {
    movable,
    message: movable ? null : "Current location.",
    location: locationView(location),
    availableLineItemsCount: count(movable ? target.lines.length : 0),
    unavailableLineItemsCount: count(movable ? 0 : target.lines.length),
  };
}

export function fulfillmentView(shop: Shop, order: Order, fulfillment: Fulfillment, orderView: OrderView): View {
  const location = shop.locations.find((each) => each.id === fulfillment.locationId);
  return {
    __typename: "Fulfillment",
    id: gid("Fulfillment", fulfillment.id),
    legacyResourceId: fulfillment.id,
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.status === "CANCELLED" ? "CANCELED" : "FULFILLED",
    createdAt: graphTime(fulfillment.createdAt),
    updatedAt: graphTime(fulfillment.updatedAt),
    deliveredAt: null,
    estimatedDeliveryAt: null,
    inTransitAt: null,
    requiresShipping: true,
    totalQuantity: fulfillment.lines.reduce((all, line) => all + line.quantity, 0),
    location: () => (location ? locationView(location) : null),
    order: () => orderView(shop, order),
    trackingInfo: ({ first }: { first?: number | null }) =>
      fulfillment.tracking.slice(0, first ?? undefined).map((each) => ({ company: fulfillment.company, ...each })),
    fulfillmentLineItems: (args: PageArgs) =>
      connection(fulfillment.lines, args, (row) => ({
        __typename: "FulfillmentLineItem",
        id: gid("FulfillmentLineItem", row.id),
        quantity: row.quantity,
        lineItem: () => {
          const line = order.lines.find((each) => each.id === row.lineId);
          return line ? lineView(shop, order, line) : null;
        },
      })),
    fulfillmentOrders: (args: PageArgs) => {
      const sources = order.fulfillmentOrders.filter((each) => fulfillment.fulfillmentOrderIds.includes(each.id));
      return connection(sources, args, (each) => fulfillmentOrderView(shop, order, each, orderView));
    },
  };
}
