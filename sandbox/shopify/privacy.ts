import type { Shop } from "./model.ts";
import { restId } from "./rest/number.ts";
import { orderOf, type Store } from "./store.ts";

export type PrivacyTopic = "customers/data_request" | "customers/redact" | "shop/redact";

export interface PrivacyOptions {
  /** Orders that the request is about, by id; the customer is that of the first. */
  orders?: string[];
}

/** Body of the mandatory privacy webhooks. */
export function privacyBody(store: Store, shop: Shop, topic: PrivacyTopic, options: PrivacyOptions) {
  const head = { shop_id: restId(shop.id), shop_domain: shop.domain };
  if (topic === "shop/redact") return head;
  const orders = (options.orders ?? []).map((id) => orderOf(shop, id));
  const person = orders[0]?.customer;
  const customer = {
    id: person ? restId(person.id) : null,
    email: person?.email ?? null,
    phone: person?.phone ?? null,
  };
  const ids = orders.map((order) => restId(order.id));
  if (topic === "customers/redact") return { ...head, customer, orders_to_redact: ids };
  return { ...head, customer, orders_requested: ids, data_request: { id: restId(store.nextId()) } };
}
