import { z } from "zod";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { legacyId, readGid } from "./fields.ts";
import { parseOrderPayload } from "./order-payload.ts";
import { parseJson } from "../common/lossless-json.ts";

/** Reads the JSON of a body. A body that cannot be read is `unreadable` with a code, never a value. */
type ReadBody = (body: unknown) => ParsedWebhook;

const unreadable = (problem: string): ParsedWebhook => ({ kind: "unreadable", problem });

/** A time that cannot be read counts as not said. */
const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time));

const object = z.record(z.string(), z.unknown());

/** orders/create, orders/updated, orders/cancelled */
const readOrder: ReadBody = (body) => {
  const read = parseOrderPayload(body);
  return read.ok ? { kind: "order", snapshot: read.snapshot } : unreadable(read.problem);
};

/** The order that a body names without holding it: refunds/create, orders/edited, orders/risk_assessment_changed. */
const readChangedOrder: ReadBody = (body) => {
  const read = object.safeParse(body).data;
  if (!read) return unreadable("not_json");
  const inner = object.safeParse(read["order_edit"]).data ?? {};
  const orderGid = readGid("Order", read["admin_graphql_api_order_id"], read["order_id"], inner["order_id"]);
  return orderGid ? { kind: "order_changed", orderGid } : unreadable("unreadable:order_id");
};

const MAX_VALUES = 2000;

/**
 * fulfillment_orders/… bodies differ by topic: the first fulfillment order that is named anywhere leads to the order.
 */
const readChangedFulfillmentOrder: ReadBody = (body) => {
  const queue: unknown[] = [body];
  for (let at = 0; at < queue.length && at < MAX_VALUES; at += 1) {
    const value = queue[at];
    const gid = typeof value === "string" ? readGid("FulfillmentOrder", value.startsWith("gid:") ? value : null) : null;
    if (gid) return { kind: "fulfillment_order_changed", fulfillmentOrderGid: gid };
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) queue.push(inner);
  }
  return unreadable("unreadable:fulfillment_order");
};

/** fulfillment_orders/order_routing_complete */
const readRoutedFulfillmentOrder: ReadBody = (body) => {
  const read = readChangedFulfillmentOrder(body);
  return read.kind === "fulfillment_order_changed" ? { ...read, kind: "fulfillment_order_routed" } : read;
};

/**
 * products/create, products/update, products/delete (the last carries the id alone). The product is read from Shopify: a
 * body lists at most 100 variants.
 */
const readProduct: ReadBody = (body) => {
  const read = object.safeParse(body).data;
  const gid = read && readGid("Product", read["admin_graphql_api_id"], read["id"]);
  const updatedAt = instant.safeParse(read?.["updated_at"]).data ?? null;
  return gid ? { kind: "product_changed", productGid: gid, updatedAt } : unreadable("unreadable:id");
};

/** Every one has to be readable: a skipped order would not be erased. */
const orderGids = z
  .array(z.unknown().transform((id, ctx) => readGid("Order", id) ?? (ctx.addIssue("no id"), z.NEVER)))
  .nullable()
  .transform((ids) => ids ?? []);

/** A part of a body that names something; without a number it counts as not there. */
const named = z.object({ id: z.unknown() }).optional().catch(undefined);

const dataRequestBody = z.object({ orders_requested: orderGids, customer: named, data_request: named });

/** customers/data_request */
const readDataRequest: ReadBody = (body) => {
  const read = dataRequestBody.safeParse(body).data;
  if (!read) return unreadable("unreadable:orders_requested");
  return {
    kind: "customer_data_request",
    requestNumber: legacyId(read.data_request?.id),
    customerGid: readGid("Customer", read.customer?.id),
    orderGids: read.orders_requested,
  };
};

/** customers/redact */
const readCustomerRedaction: ReadBody = (body) => {
  const read = z.object({ orders_to_redact: orderGids }).safeParse(body).data;
  return read
    ? { kind: "customer_redact", orderGids: read.orders_to_redact }
    : unreadable("unreadable:orders_to_redact");
};

const shopNames = z.object({ shop_domain: z.unknown().optional(), myshopify_domain: z.unknown().optional() });

/**
 * The shop header is not signed, the body is: a body that names its shop has to name the header's.
 * `shopRequired`: a body of this topic always names its shop.
 */
function shopMismatch(body: unknown, headerShop: string, shopRequired: boolean): "other_shop" | "no_shop" | null {
  const read = shopNames.safeParse(body).data;
  const named = [read?.shop_domain, read?.myshopify_domain].filter((name) => typeof name === "string");
  if (named.length === 0) return shopRequired ? "no_shop" : null;
  return named.every((name) => name.toLowerCase() === headerShop.toLowerCase()) ? null : "other_shop";
}

/**
 * Every topic that the app subscribes to, and how the JSON of its body is read. shopify.app.toml names the same topics.
 */
export const WEBHOOK_TOPICS: Readonly<Record<string, ReadBody>> = {
  "orders/create": readOrder,
  "orders/updated": readOrder,
  "orders/cancelled": readOrder,
  "orders/edited": readChangedOrder,
  "orders/risk_assessment_changed": readChangedOrder,
  "refunds/create": readChangedOrder,
  "fulfillment_orders/placed_on_hold": readChangedFulfillmentOrder,
  "fulfillment_orders/hold_released": readChangedFulfillmentOrder,
  "fulfillment_orders/cancelled": readChangedFulfillmentOrder,
  "fulfillment_orders/moved": readChangedFulfillmentOrder,
  "fulfillment_orders/order_routing_complete": readRoutedFulfillmentOrder,
  "fulfillment_orders/rescheduled": readChangedFulfillmentOrder,
  "fulfillment_orders/scheduled_fulfillment_order_ready": readChangedFulfillmentOrder,
  "fulfillment_orders/split": readChangedFulfillmentOrder,
  "fulfillment_orders/merged": readChangedFulfillmentOrder,
  "products/create": readProduct,
  "products/update": readProduct,
  "products/delete": readProduct,
  "app/uninstalled": () => ({ kind: "uninstalled" }),
  "app/scopes_update": () => ({ kind: "scopes_updated" }),
  "customers/data_request": readDataRequest,
  "customers/redact": readCustomerRedaction,
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
  if (!json) return unreadable("not_json");
  const problem = shopMismatch(json.value, shop, TOPICS_NAMING_SHOP.includes(topic));
  if (problem) return unreadable(problem);
  return bodyMatchesTopic(topic, json.value) ? read(json.value) : unreadable("other_topic");
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

/** Whether a body may be of this topic; true for topics whose handling erases nothing. */
function bodyMatchesTopic(topic: string, body: unknown): boolean {
  const keys = Object.hasOwn(DISTINGUISHING_KEYS, topic) ? DISTINGUISHING_KEYS[topic] : undefined;
  if (!keys) return true;
  const read = object.safeParse(body).data;
  if (!read) return false;
  return Object.hasOwn(read, keys.present) && keys.absent.every((key) => !Object.hasOwn(read, key));
}
