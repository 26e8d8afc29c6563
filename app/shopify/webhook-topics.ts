import { parseJson } from "../common/lossless-json.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { bodyMatchesTopic } from "./topic-keys.ts";
import * as bodies from "./webhook-bodies.ts";

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
