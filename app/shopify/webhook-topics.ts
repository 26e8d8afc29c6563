import { parseJson } from "../common/lossless-json.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import * as bodies from "./webhook-bodies.ts";
import { z } from "zod";

/**
 * Every topic that the app subscribes to, and how the JSON of its body is read. shopify.app.toml names the same topics.
 */
export const WEBHOOK_TOPICS: Readonly<Record<string, bodies.ReadBody>> = {
  "orders/create": bodies.readOrder,
  "orders/updated": bodies.readOrder,
  "orders/cancelled": bodies.readOrder,
  "orders/edited": bodies.readChangedOrder,
  "orders/risk_assessment_changed": bodies.readChangedOrder,
  "refunds/create": bodies.readChangedOrder,
  "fulfillment_orders/placed_on_hold": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/hold_released": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/cancelled": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/moved": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/order_routing_complete": bodies.readRoutedFulfillmentOrder,
  "fulfillment_orders/rescheduled": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/scheduled_fulfillment_order_ready": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/split": bodies.readChangedFulfillmentOrder,
  "fulfillment_orders/merged": bodies.readChangedFulfillmentOrder,
  "products/create": bodies.readProduct,
  "products/update": bodies.readProduct,
  "products/delete": bodies.readProduct,
  "app/uninstalled": () => ({ kind: "uninstalled" }),
  "app/scopes_update": () => ({ kind: "scopes_updated" }),
  "customers/data_request": bodies.readDataRequest,
  "customers/redact": bodies.readCustomerRedaction,
  "shop/redact": () => ({ kind: "shop_redact" }),
};

/** shopify: mandatory topics, which the toml lists separately. */
export const COMPLIANCE_TOPICS: readonly string[] = ["customers/data_request", "customers/redact", "shop/redact"];

/** Topics that act on the shop itself: neither address nor headers are signed, so the body has to name the shop. */
const TOPICS_NAMING_SHOP: readonly string[] = [...COMPLIANCE_TOPICS, "app/uninstalled"];

/**
 * What a webhook means. Neither the shop's header nor the topic is signed: a body that names another shop, or is of
 * another topic, is unreadable. Never throws.
 */
export function parseShopifyWebhook(topic: string, shop: string, body: Buffer): ParsedWebhook {
  const read = Object.hasOwn(WEBHOOK_TOPICS, topic) ? WEBHOOK_TOPICS[topic] : undefined;
  if (!read) return { kind: "no_action" };
  const json = parseJson(body);
  if (!json) return bodies.unreadable("not_json");
  const problem = bodies.shopMismatch(json.value, shop, TOPICS_NAMING_SHOP.includes(topic));
  if (problem) return bodies.unreadable(problem);
  return bodyMatchesTopic(topic, json.value) ? read(json.value) : bodies.unreadable("other_topic");
}

interface DistinguishingKeys {
  /** shopify: every body of this topic has it. */
  present: string;
  /** Keys that mark bodies of other topics. */
  absent: readonly string[];
}

/**
 * Keys that distinguish the bodies of these topics from each other and from all others. The body is signed, the topic
 * is not: with these keys the signature covers the topic, too.
 */
const DISTINGUISHING_KEYS: Readonly<Record<string, DistinguishingKeys>> = {
  "app/uninstalled": { present: "myshopify_domain", absent: ["shop_domain"] },
  "customers/data_request": { present: "orders_requested", absent: ["orders_to_redact"] },
  "customers/redact": { present: "orders_to_redact", absent: ["orders_requested", "data_request"] },
  "shop/redact": {
    present: "shop_domain",
    absent: ["customer", "orders_to_redact", "orders_requested", "data_request", "myshopify_domain"],
  },
};

const object = z.record(z.string(), z.unknown());

/** Whether a body may be of this topic; true for topics whose handling erases nothing. */
export function bodyMatchesTopic(topic: string, body: unknown): boolean {
  const keys = Object.hasOwn(DISTINGUISHING_KEYS, topic) ? DISTINGUISHING_KEYS[topic] : undefined;
  if (!keys) return true;
  const read = object.safeParse(body).data;
  if (!read) return false;
  return Object.hasOwn(read, keys.present) && keys.absent.every((key) => !Object.hasOwn(read, key));
}
