import type { OrderSnapshot } from "../app/ports/order-model.ts";
import type { FulfillmentOfOrder, FulfillmentSnapshot, Shopify } from "../app/ports/shopify.ts";
import { gidNumber, gidOf } from "../app/ports/gid.ts";
import { snapshotOf } from "./signed-orders.ts";

/**
 * A Shopify that answers at once, from memory: what is measured is the app, and the network is not the app's. It has
 * every order that the bench may send, so processes need not tell each other of them.
 */
export function memoryShopify(): Shopify {
  const fulfillments = new Map<string, FulfillmentOfOrder>();
  const unused = (): never => {
    throw new Error("the bench has no use for this call");
  };
  return {
    isAtLimit: async () => false,
    async readOrder(_shop, gid) {
      const order = snapshotOf(gid);
      return { ...order, fulfillmentOrders: fulfillmentSnapshot(order, fulfillments.get(gid)).fulfillmentOrders };
    },
    readFulfillment: async (_shop, gid) => fulfillmentSnapshot(snapshotOf(gid), fulfillments.get(gid)),
    summarizeOrders: unused,
    readFulfillmentOrders: unused,
    ordersUpdatedSince: async () => ({ orders: [], next: null }),
    ordersPlacedSince: unused,
    orderOfFulfillmentOrder: async () => null,
    reportProgress: async () => undefined,
    sendFlowEvent: async () => undefined,
    setOrderStatus: unused,
    clearOrderStatus: unused,
    updateRecipient: unused,
    hold: unused,
    releaseHold: unused,
    openFulfillmentOrder: unused,
    async createFulfillment(_shop, { lines, tracking }) {
      const [line] = lines;
      if (!line) throw new Error("a fulfillment has at least one line");
      const number = gidNumber(line.fulfillmentOrderGid);
      const order = snapshotOf(gidOf("Order", number));
      const gid = gidOf("Fulfillment", number);
      const all = order.lines.map((line) => ({ lineItemGid: line.gid, quantity: line.quantity }));
      fulfillments.set(order.gid, { gid, status: "SUCCESS", tracking, lines: all });
      return gid;
    },
    updateTracking: unused,
  };
}

function fulfillmentSnapshot(order: OrderSnapshot, made: FulfillmentOfOrder | undefined): FulfillmentSnapshot {
  const lines = order.lines.map((line) => {
    const gid = gidOf("FulfillmentOrderLineItem", gidNumber(line.gid));
    return { gid, lineItemGid: line.gid, total: line.quantity, remaining: made ? 0 : line.remaining };
  });
  const one = {
    gid: gidOf("FulfillmentOrder", gidNumber(order.gid)),
    status: made ? "CLOSED" : "OPEN",
    supportedActions: made ? [] : ["CREATE_FULFILLMENT", "REPORT_PROGRESS"],
    assignedLocation: "1",
    atFulfillmentService: false,
    deliveryMethod: "SHIPPING",
    holds: [],
    lines,
  };
  return { cancelledAt: null, fulfillmentOrders: [one], fulfillments: made ? [made] : [] };
}
