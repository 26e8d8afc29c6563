import type { Order, Shop } from "./model.ts";
import { restOrder } from "./rest/order.ts";
import { now, type Store } from "./store.ts";

/** Every change of an order moves its updatedAt and fires orders/updated. */
export function orderChanged(store: Store, shop: Shop, order: Order): void {
  order.updatedAt = now(store);
  store.emit(shop, "orders/updated", restOrder(shop, order));
}
