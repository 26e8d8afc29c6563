/**
 * Every topic that the app subscribes to and what a delivery of it means. shopify.app.toml names the same topics.
 * The bodies are read by order-payload.ts (`order`) and webhook-bodies.ts (all others).
 */
export const WEBHOOK_TOPICS = {
  /** The body is the order. */
  "orders/create": "order",
  "orders/updated": "order",
  "orders/cancelled": "order",
  /** The body names an order, which has to be read again. */
  "orders/edited": "order_touched",
  "orders/risk_assessment_changed": "order_touched",
  "refunds/create": "order_touched",
  /** The body names a fulfillment order, whose order has to be read again. */
  "fulfillment_orders/placed_on_hold": "fulfillment_order",
  "fulfillment_orders/hold_released": "fulfillment_order",
  "fulfillment_orders/cancelled": "fulfillment_order",
  "fulfillment_orders/moved": "fulfillment_order",
  "fulfillment_orders/order_routing_complete": "fulfillment_order",
  "fulfillment_orders/rescheduled": "fulfillment_order",
  "fulfillment_orders/scheduled_fulfillment_order_ready": "fulfillment_order",
  "fulfillment_orders/split": "fulfillment_order",
  "fulfillment_orders/merged": "fulfillment_order",
  "products/create": "product",
  "products/update": "product",
  "products/delete": "product_deleted",
  "app/uninstalled": "uninstalled",
  "app/scopes_update": "scopes",
  "customers/data_request": "data_request",
  "customers/redact": "redact_customer",
  "shop/redact": "redact_shop",
} as const satisfies Record<string, string>;

export type WebhookTopic = keyof typeof WEBHOOK_TOPICS;
export type TopicMeaning = (typeof WEBHOOK_TOPICS)[WebhookTopic];

/** null for a topic that the app does not know. */
export function meaningOf(topic: string): TopicMeaning | null {
  return Object.hasOwn(WEBHOOK_TOPICS, topic) ? WEBHOOK_TOPICS[topic as WebhookTopic] : null;
}

/** Mandatory topics, which the toml names apart (`compliance_topics`). */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"] as const satisfies readonly WebhookTopic[];
