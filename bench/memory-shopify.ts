import type { OrderSnapshot } from "../app/ports/order-model.ts";
import type { FulfillmentSnapshot, Shopify } from "../app/ports/shopify.ts";
import { gidNumber, gidOf } from "../app/ports/gid.ts";

export interface MemoryShopify extends Shopify {
  /** An order that reads show from now on. */
  show(order: OrderSnapshot): void;
}

/** A Shopify that answers at once: what is measured is the app, and the re-read's network is not the app's. */
export function memoryShopify(): MemoryShopify {
  const orders = new Map<string, OrderSnapshot>();
  const unused = (): never => {
    throw new Error("the bench writes no fulfillment");
  };
  return {
    show(order) {
      orders.set(order.gid, order);
    },
    readOrder: async (_shop, gid) => orders.get(gid) ?? null,
    readFulfillment: async (_shop, gid) => {
      const order = orders.get(gid);
      return order ? fulfillmentSnapshot(order) : null;
    },
    readFulfillmentOrders: unused,
    ordersUpdatedSince: async () => ({ orders: [], next: null }),
    ordersPlacedSince: unused,
    orderOfFulfillmentOrder: async () => null,
    reportProgress: async () => undefined,
    sendFlowEvent: async () => undefined,
    updateRecipient: unused,
    hold: unused,
    releaseHold: unused,
    createFulfillment: unused,
    updateTracking: unused,
  };
}

function fulfillmentSnapshot(order: OrderSnapshot): FulfillmentSnapshot {
  const gid = gidOf("FulfillmentOrder", gidNumber(order.gid));
  const lines = order.lines.map((line) => {
    const lineGid = gidOf("FulfillmentOrderLineItem", gidNumber(line.gid));
    return { gid: lineGid, lineItemGid: line.gid, total: line.quantity, remaining: line.remaining };
  });
  const supportedActions = ["CREATE_FULFILLMENT", "REPORT_PROGRESS"];
  const one = {
    gid,
    status: "OPEN",
    supportedActions,
    assignedLocation: "1",
    deliveryMethod: "SHIPPING",
    holds: [],
    lines,
  };
  return { cancelledAt: null, fulfillmentOrders: [one], fulfillments: [] };
}
