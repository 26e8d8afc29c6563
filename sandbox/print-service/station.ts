import { FIRST_STATUS } from "./orders.ts";
import type { Order } from "./store.ts";

/** Where an order is in the print shop. `stopped`: it has a status that the line does not continue from. */
export const STATIONS = ["waiting", "printing", "shipped", "stopped"] as const;
export type Station = (typeof STATIONS)[number];

export function stationOf({ trackings, items }: Pick<Order, "trackings" | "items">): Station {
  if (trackings.length > 0 && items.some((i) => i.orderStatus === "Shipped")) return "shipped";
  if (items.every((i) => i.orderStatus === FIRST_STATUS)) return "waiting";
  return items.every((i) => i.orderStatus === "In production") ? "printing" : "stopped";
}

/** How many orders are at each station. */
export function countStations(orders: readonly Order[]): Record<Station, number> {
  const counts: Record<Station, number> = { waiting: 0, printing: 0, shipped: 0, stopped: 0 };
  for (const order of orders) counts[stationOf(order)] += 1;
  return counts;
}
