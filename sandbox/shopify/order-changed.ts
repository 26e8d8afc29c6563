import type { Order, Shop } from "./model.ts";
import { restOrder } from "./rest/order.ts";
import { now, type World } from "./store.ts";

/** Every change of an order moves its updatedAt and fires orders/updated. */
export function orderChanged(world: World, shop: Shop, order: Order): void {
  order.updatedAt = now(world);
  world.emit(shop, "orders/updated", restOrder(shop, order));
}
