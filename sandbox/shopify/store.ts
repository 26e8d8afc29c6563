import type { Notification, Order, Shop } from "./model.ts";
import type { StagedUploads } from "./staged-uploads.ts";
import { wholeSecond } from "./time.ts";

export interface Clock {
  now(): Date;
}

/** What every part of the stand-in works on. */
export interface Store {
  clock: Clock;
  nextId: () => string;
  shops: Map<string, Shop>;
  notifications: Notification[];
  uploads: StagedUploads;
  /**
   * Fires a webhook if the app is installed; `body` is serialized at once, as Shopify's retries keep the first payload.
   */
  emit(shop: Shop, topic: string, body: unknown): void;
}

export const DEFAULT_SCOPES: readonly string[] = [
  "read_orders",
  "read_products",
  "read_merchant_managed_fulfillment_orders",
  "write_merchant_managed_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "write_third_party_fulfillment_orders",
];

/** @throws Error when the stand-in has no such shop */
export function shopByDomain(store: Store, domain: string): Shop {
  const shop = store.shops.get(domain);
  if (!shop) throw new Error(`The stand-in has no shop ${domain}`);
  return shop;
}

/** By plain id or gid. @throws Error when the shop has no such order */
export function orderOf(shop: Shop, id: string): Order {
  const plain = id.slice(id.lastIndexOf("/") + 1);
  const order = shop.orders.find((each) => each.id === plain);
  if (!order) throw new Error(`${shop.domain} has no order ${id}`);
  return order;
}

export const now = (store: Store): Date => wholeSecond(store.clock.now());
