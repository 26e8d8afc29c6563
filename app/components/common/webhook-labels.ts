import type { WebhookSource } from "../../../prisma/client/client.ts";

const TOPICS: Readonly<Record<string, string>> = {
  "orders/create": "New order",
  "orders/updated": "Order updated",
  "orders/cancelled": "Order canceled",
  "orders/edited": "Order edited",
  "orders/risk_assessment_changed": "Fraud risk updated",
  "refunds/create": "Refund",
  "app/uninstalled": "App uninstalled",
  "app/scopes_update": "Permissions updated",
  "customers/data_request": "Customer data request",
  "customers/redact": "Customer data erasure request",
  "shop/redact": "Store data erasure request",
  tracking: "Tracking",
  "order-status": "Order status",
};

/** The subject of a webhook, e.g. `Order updated`. */
export function topicLabel(topic: string): string {
  const label = Object.hasOwn(TOPICS, topic) ? TOPICS[topic] : undefined;
  if (label) return label;
  if (topic.startsWith("fulfillment_orders/")) return "Fulfillment updated";
  return topic.startsWith("products/") ? "Product updated" : topic;
}

export const SOURCE_LABELS: Readonly<Record<WebhookSource, string>> = {
  shopify: "Shopify",
  print_service: "Print service",
};
