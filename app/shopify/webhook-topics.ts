import type { Meaning } from "../ports/webhooks.ts";
import { parseJson } from "./lossless-json.ts";
import { parseOrderPayload } from "./order-payload.ts";
import { mayBeOf } from "./topic-keys.ts";
import {
  otherShop,
  readCustomerRedaction,
  readDataRequest,
  readFulfillmentOrderGid,
  readOrderGid,
  readProductGid,
  readScopes,
  type Read,
} from "./webhook-bodies.ts";

function meaning<T>(read: Read<T>, say: (value: T) => Meaning): Meaning {
  return read.ok ? say(read) : { kind: "unreadable", problem: read.problem };
}

const order = (body: unknown) => meaning(parseOrderPayload(body), ({ snapshot }) => ({ kind: "order", snapshot }));
const orderTouched = (body: unknown) =>
  meaning(readOrderGid(body), ({ orderGid }) => ({ kind: "order_touched", orderGid }));
const fulfillmentOrder = (body: unknown) =>
  meaning(readFulfillmentOrderGid(body), ({ fulfillmentOrderGid }) => ({
    kind: "fulfillment_order_touched",
    fulfillmentOrderGid,
  }));
/** Mappings are kept by variant and outlive a change of the product: read, to set aside what is none, and left at that. */
const product = (body: unknown) => meaning(readProductGid(body), () => ({ kind: "nothing" }));

/** Every topic that the app subscribes to, and how the JSON of its body is read. shopify.app.toml names the same topics. */
export const WEBHOOK_TOPICS: Readonly<Record<string, (body: unknown) => Meaning>> = {
  "orders/create": order,
  "orders/updated": order,
  "orders/cancelled": order,
  "orders/edited": orderTouched,
  "orders/risk_assessment_changed": orderTouched,
  "refunds/create": orderTouched,
  "fulfillment_orders/placed_on_hold": fulfillmentOrder,
  "fulfillment_orders/hold_released": fulfillmentOrder,
  "fulfillment_orders/cancelled": fulfillmentOrder,
  "fulfillment_orders/moved": fulfillmentOrder,
  "fulfillment_orders/order_routing_complete": fulfillmentOrder,
  "fulfillment_orders/rescheduled": fulfillmentOrder,
  "fulfillment_orders/scheduled_fulfillment_order_ready": fulfillmentOrder,
  "fulfillment_orders/split": fulfillmentOrder,
  "fulfillment_orders/merged": fulfillmentOrder,
  "products/create": product,
  "products/update": product,
  "products/delete": product,
  "app/uninstalled": () => ({ kind: "uninstalled" }),
  "app/scopes_update": (body) => meaning(readScopes(body), ({ scopes }) => ({ kind: "scopes", scopes })),
  "customers/data_request": (body) =>
    meaning(readDataRequest(body), ({ orderGids }) => ({ kind: "customer_data_request", orderGids })),
  "customers/redact": (body) =>
    meaning(readCustomerRedaction(body), ({ orderGids }) => ({ kind: "customer_redact", orderGids })),
  "shop/redact": () => ({ kind: "shop_redact" }),
};

/** shopify: mandatory topics, which the toml names apart. */
export const COMPLIANCE_TOPICS: readonly string[] = ["customers/data_request", "customers/redact", "shop/redact"];

/** Topics that act on the shop itself: neither address nor headers are signed, so the body has to name the shop. */
const NAMING_THEIR_SHOP: readonly string[] = [...COMPLIANCE_TOPICS, "app/uninstalled"];

/**
 * What a webhook means; its body is parsed once. Neither the shop's header nor the topic is signed: a body that names another
 * shop, or is not of this topic, is set aside. Never throws.
 */
export function readWebhook(topic: string, shop: string, body: Buffer): Meaning {
  const read = Object.hasOwn(WEBHOOK_TOPICS, topic) ? WEBHOOK_TOPICS[topic] : undefined;
  if (!read) return { kind: "nothing" };
  const json = parseJson(body);
  if (!json) return { kind: "unreadable", problem: "not_json" };
  const problem = otherShop(json.value, shop, NAMING_THEIR_SHOP.includes(topic));
  if (problem) return { kind: "unreadable", problem };
  return mayBeOf(topic, json.value) ? read(json.value) : { kind: "unreadable", problem: "other_topic" };
}
