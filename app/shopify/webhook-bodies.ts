import { z } from "zod";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { legacyId, readGid } from "./gid.ts";
import { parseOrderPayload } from "./order-payload.ts";

/** Reads the JSON of a body. A body that cannot be read is `unreadable` with a code, never a value. */
export type ReadBody = (body: unknown) => ParsedWebhook;

export const unreadable = (problem: string): ParsedWebhook => ({ kind: "unreadable", problem });

/** A time that cannot be read counts as not said. */
const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time));

const object = z.record(z.string(), z.unknown());

/** orders/create, orders/updated, orders/cancelled */
export const readOrder: ReadBody = (body) => {
  const read = parseOrderPayload(body);
  return read.ok ? { kind: "order", snapshot: read.snapshot } : unreadable(read.problem);
};

/** The order that a body names without holding it: refunds/create, orders/edited, orders/risk_assessment_changed. */
export const readChangedOrder: ReadBody = (body) => {
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
export const readChangedFulfillmentOrder: ReadBody = (body) => {
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
export const readRoutedFulfillmentOrder: ReadBody = (body) => {
  const read = readChangedFulfillmentOrder(body);
  return read.kind === "fulfillment_order_changed" ? { ...read, kind: "fulfillment_order_routed" } : read;
};

/**
 * products/create, products/update, products/delete (the last carries the id alone). The product is read from Shopify: a
 * body lists at most 100 variants.
 */
export const readProduct: ReadBody = (body) => {
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
export const readDataRequest: ReadBody = (body) => {
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
export const readCustomerRedaction: ReadBody = (body) => {
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
export function shopMismatch(
  body: unknown,
  headerShop: string,
  shopRequired: boolean,
): "other_shop" | "no_shop" | null {
  const read = shopNames.safeParse(body).data;
  const named = [read?.shop_domain, read?.myshopify_domain].filter((name) => typeof name === "string");
  if (named.length === 0) return shopRequired ? "no_shop" : null;
  return named.every((name) => name.toLowerCase() === headerShop.toLowerCase()) ? null : "other_shop";
}
