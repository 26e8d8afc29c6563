import type { ParsedWebhook } from "../ports/webhooks.ts";
import { parseJson } from "./lossless-json.ts";
import { parseOrderPayload } from "./order-payload.ts";
import { bodyMatchesTopic } from "./topic-keys.ts";
import {
  shopMismatch,
  readCustomerRedaction,
  readDataRequest,
  readFulfillmentOrderGid,
  readOrderGid,
  readProductGid,
  readScopes,
  type ReadResult,
} from "./webhook-bodies.ts";

function toWebhook<T>(read: ReadResult<T>, build: (value: T) => ParsedWebhook): ParsedWebhook {
  return read.ok ? build(read) : { kind: "unreadable", problem: read.problem };
}

const order = (body: unknown) => toWebhook(parseOrderPayload(body), ({ snapshot }) => ({ kind: "order", snapshot }));
const changedOrder = (body: unknown) =>
  toWebhook(readOrderGid(body), ({ orderGid }) => ({ kind: "order_changed", orderGid }));
const changedFulfillmentOrder = (body: unknown) =>
  toWebhook(readFulfillmentOrderGid(body), ({ fulfillmentOrderGid }) => ({
    kind: "fulfillment_order_changed",
    fulfillmentOrderGid,
  }));
/** Mappings are kept by variant and outlive a change of the product: read, to set aside what is none, and left at that. */
const product = (body: unknown) => toWebhook(readProductGid(body), () => ({ kind: "no_action" }));

/** Every topic that the app subscribes to, and how the JSON of its body is read. shopify.app.toml names the same topics. */
export const WEBHOOK_TOPICS: Readonly<Record<string, (body: unknown) => ParsedWebhook>> = {
  "orders/create": order,
  "orders/updated": order,
  "orders/cancelled": order,
  "orders/edited": changedOrder,
  "orders/risk_assessment_changed": changedOrder,
  "refunds/create": changedOrder,
  "fulfillment_orders/placed_on_hold": changedFulfillmentOrder,
  "fulfillment_orders/hold_released": changedFulfillmentOrder,
  "fulfillment_orders/cancelled": changedFulfillmentOrder,
  "fulfillment_orders/moved": changedFulfillmentOrder,
  "fulfillment_orders/order_routing_complete": changedFulfillmentOrder,
  "fulfillment_orders/rescheduled": changedFulfillmentOrder,
  "fulfillment_orders/scheduled_fulfillment_order_ready": changedFulfillmentOrder,
  "fulfillment_orders/split": changedFulfillmentOrder,
  "fulfillment_orders/merged": changedFulfillmentOrder,
  "products/create": product,
  "products/update": product,
  "products/delete": product,
  "app/uninstalled": () => ({ kind: "uninstalled" }),
  "app/scopes_update": (body) => toWebhook(readScopes(body), ({ scopes }) => ({ kind: "scopes_updated", scopes })),
  "customers/data_request": (body) =>
    toWebhook(readDataRequest(body), ({ orderGids }) => ({ kind: "customer_data_request", orderGids })),
  "customers/redact": (body) =>
    toWebhook(readCustomerRedaction(body), ({ orderGids }) => ({ kind: "customer_redact", orderGids })),
  "shop/redact": () => ({ kind: "shop_redact" }),
};

/** shopify: mandatory topics, which the toml names apart. */
export const COMPLIANCE_TOPICS: readonly string[] = ["customers/data_request", "customers/redact", "shop/redact"];

/** Topics that act on the shop itself: neither address nor headers are signed, so the body has to name the shop. */
const TOPICS_NAMING_SHOP: readonly string[] = [...COMPLIANCE_TOPICS, "app/uninstalled"];

/**
 * What a webhook means; its body is parsed once. Neither the shop's header nor the topic is signed: a body that names another
 * shop, or is not of this topic, is set aside. Never throws.
 */
export function parseShopifyWebhook(topic: string, shop: string, body: Buffer): ParsedWebhook {
  const read = Object.hasOwn(WEBHOOK_TOPICS, topic) ? WEBHOOK_TOPICS[topic] : undefined;
  if (!read) return { kind: "no_action" };
  const json = parseJson(body);
  if (!json) return { kind: "unreadable", problem: "not_json" };
  const problem = shopMismatch(json.value, shop, TOPICS_NAMING_SHOP.includes(topic));
  if (problem) return { kind: "unreadable", problem };
  return bodyMatchesTopic(topic, json.value) ? read(json.value) : { kind: "unreadable", problem: "other_topic" };
}
