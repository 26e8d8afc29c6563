import type { Order } from "./model.ts";

/** Units sent by fulfillments that were not canceled. */
function fulfilledUnits(order: Order): number {
  const live = order.fulfillments.filter((each) => each.status === "SUCCESS");
  return live.flatMap((each) => each.lines).reduce((all, line) => all + line.quantity, 0);
}

/** shopify: Order.displayFulfillmentStatus */
export function displayFulfillmentStatus(order: Order): string {
  const open = order.lines.reduce((all, line) => all + line.unfulfilled, 0);
  if (fulfilledUnits(order) > 0) return open === 0 ? "FULFILLED" : "PARTIALLY_FULFILLED";
  const has = (status: string) => order.fulfillmentOrders.some((each) => each.status === status);
  if (has("ON_HOLD")) return "ON_HOLD";
  if (has("IN_PROGRESS")) return "IN_PROGRESS";
  if (has("SCHEDULED")) return "SCHEDULED";
  return "UNFULFILLED";
}

/** REST: null, partial, fulfilled */
export function restFulfillmentStatus(order: Order): string | null {
  const status = displayFulfillmentStatus(order);
  if (status === "FULFILLED") return "fulfilled";
  return status === "PARTIALLY_FULFILLED" ? "partial" : null;
}
