import { z } from "zod";
import type { Gid, GidKind } from "../ports/gid.ts";
import { readGid } from "./gid.ts";

/** What a body says, or why it cannot be read: a code, never a value. */
export type ReadResult<T> = ({ ok: true } & T) | { ok: false; problem: string };

const object = z.record(z.string(), z.unknown());

/** The order that a body is about without being it: refunds/create, orders/edited, orders/risk_assessment_changed. */
export function readOrderGid(body: unknown): ReadResult<{ orderGid: Gid<"Order"> }> {
  const read = object.safeParse(body).data;
  if (!read) return { ok: false, problem: "not_json" };
  const inner = object.safeParse(read["order_edit"]).data ?? {};
  const orderGid = readGid("Order", read["admin_graphql_api_order_id"], read["order_id"], inner["order_id"]);
  return orderGid ? { ok: true, orderGid } : { ok: false, problem: "unreadable:order_id" };
}

const MAX_VALUES = 2000;

/** fulfillment_orders/… bodies differ by topic: the first fulfillment order that is named anywhere leads to the order. */
export function readFulfillmentOrderGid(body: unknown): ReadResult<{ fulfillmentOrderGid: Gid<"FulfillmentOrder"> }> {
  const queue: unknown[] = [body];
  for (let at = 0; at < queue.length && at < MAX_VALUES; at += 1) {
    const value = queue[at];
    const gid = typeof value === "string" ? readGid("FulfillmentOrder", value.startsWith("gid:") ? value : null) : null;
    if (gid) return { ok: true, fulfillmentOrderGid: gid };
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) queue.push(inner);
  }
  return { ok: false, problem: "unreadable:fulfillment_order" };
}

/** products/create, products/update, products/delete (the last carries the id alone). */
export function readProductGid(body: unknown): ReadResult<{ productGid: Gid<"Product"> }> {
  const read = object.safeParse(body).data;
  const productGid = read ? readGid("Product", read["admin_graphql_api_id"], read["id"]) : null;
  return productGid ? { ok: true, productGid } : { ok: false, problem: "unreadable:id" };
}

const scopesBody = z.object({ current: z.array(z.string()) });

/** Body of app/scopes_update: what the merchant grants from now on. */
export function readScopes(body: unknown): ReadResult<{ scopes: string[] }> {
  const read = scopesBody.safeParse(body);
  return read.success ? { ok: true, scopes: read.data.current } : { ok: false, problem: "unreadable:current" };
}

/** Every one has to be readable: what is left out here would not be erased. */
const gids = <K extends GidKind>(kind: K) =>
  z
    .array(z.unknown().transform((id, ctx) => readGid(kind, id) ?? (ctx.addIssue("no id"), z.NEVER)))
    .nullable()
    .transform((ids) => ids ?? []);
const dataRequestBody = z.object({ orders_requested: gids("Order") });
const redactBody = z.object({ orders_to_redact: gids("Order") });

/** customers/data_request: the orders that were asked about. */
export function readDataRequest(body: unknown): ReadResult<{ orderGids: Gid<"Order">[] }> {
  const read = dataRequestBody.safeParse(body);
  return read.success
    ? { ok: true, orderGids: read.data.orders_requested }
    : { ok: false, problem: "unreadable:orders_requested" };
}

/** customers/redact */
export function readCustomerRedaction(body: unknown): ReadResult<{ orderGids: Gid<"Order">[] }> {
  const read = redactBody.safeParse(body);
  return read.success
    ? { ok: true, orderGids: read.data.orders_to_redact }
    : { ok: false, problem: "unreadable:orders_to_redact" };
}

const shopNames = z.object({ shop_domain: z.unknown().optional(), myshopify_domain: z.unknown().optional() });

/**
 * The shop header is not signed, the body is: where the body names its shop, it has to be the header's.
 * `mustName`: a body without a shop is none of this topic's, whatever the address says.
 */
export function shopMismatch(
  body: unknown,
  headerShop: string,
  shopRequired: boolean,
): "other_shop" | "no_shop" | null {
  const read = shopNames.safeParse(body);
  const named = read.success
    ? [read.data.shop_domain, read.data.myshopify_domain].filter((name) => typeof name === "string")
    : [];
  if (named.length === 0) return shopRequired ? "no_shop" : null;
  return named.every((name) => name.toLowerCase() === headerShop.toLowerCase()) ? null : "other_shop";
}
