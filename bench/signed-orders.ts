import { createHmac } from "node:crypto";
import { gidNumber, gidOf, type Gid } from "../app/ports/gid.ts";
import type { OrderSnapshot } from "../app/ports/order-model.ts";
import { parseShopifyWebhook } from "../app/shopify/webhook-topics.ts";

/** What both sides of a measurement agree on. */
export const SECRET = "secret of the bench's app";
export const SHOP = "bench-shop.myshopify.com";
export const PRODUCT = 7001;
export const VARIANT = 8001;
const BODY_BYTES = 10 * 1024;
const FIRST_ID = 5_000_000_000;

/**
 * When the orders were placed: the day before the bench began, since old orders are treated differently. The bench's
 * processes inherit it, so all of them mean the same orders.
 */
const PLACED_AT = (process.env["INKBRIDGE_BENCH_PLACED_AT"] ??= `${dayBefore(new Date())}T10:00:00Z`);

export interface SignedOrder {
  gid: Gid<"Order">;
  name: string;
  body: Buffer;
  hmac: string;
}

/** An orders/create body of exactly 10 KB with one mapped line, signed as Shopify signs (base64 of HMAC-SHA256). */
export function signedOrder(number: number): SignedOrder {
  const order = facts(number);
  const short = Buffer.byteLength(JSON.stringify(order));
  const body = Buffer.from(JSON.stringify({ ...order, note: filler(number, BODY_BYTES - short) }));
  if (body.length !== BODY_BYTES) throw new Error(`the order has ${body.length} bytes`);
  return {
    gid: order.admin_graphql_api_id,
    name: order.name,
    body,
    hmac: createHmac("sha256", SECRET).update(body).digest("base64"),
  };
}

/** The order of that id as Shopify's Admin API would show it. */
export function snapshotOf(orderGid: Gid<"Order">): OrderSnapshot {
  const order = facts(Number(gidNumber(orderGid)) - FIRST_ID);
  const read = parseShopifyWebhook("orders/create", SHOP, Buffer.from(JSON.stringify(order)));
  if (read.kind !== "order") throw new Error("the order is not readable");
  return { ...read.snapshot, complete: true, risk: "low", routed: true };
}

/** Headers of one webhook, without the id of the delivery. */
export function webhookHeaders(order: SignedOrder, topic: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-hmac-sha256": order.hmac,
    "x-shopify-shop-domain": SHOP,
    "x-shopify-api-version": "2026-10",
    "x-shopify-triggered-at": PLACED_AT,
  };
}

function dayBefore(now: Date): string {
  return new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function facts(number: number) {
  const id = FIRST_ID + number;
  return {
    id,
    admin_graphql_api_id: gidOf("Order", String(id)),
    name: `#B${number}`,
    created_at: PLACED_AT,
    updated_at: PLACED_AT,
    cancelled_at: null,
    test: false,
    financial_status: "paid",
    currency: "USD",
    email: "buyer@bench.example",
    contact_email: "buyer@bench.example",
    phone: "+1 555 010 0002",
    customer: { email: "buyer@bench.example", phone: null },
    shipping_address: {
      first_name: "Bench",
      last_name: "Buyer",
      name: "Bench Buyer",
      company: null,
      address1: "1 Measure Street",
      address2: null,
      city: "Springfield",
      zip: "62701",
      province: "Illinois",
      province_code: "IL",
      country: "United States",
      country_code: "US",
      phone: null,
    },
    shipping_lines: [{ title: "Standard", code: "standard", is_removed: false }],
    current_subtotal_price: "25.00",
    total_shipping_price_set: { shop_money: { amount: "5.00", currency_code: "USD" } },
    line_items: [
      {
        id: id * 10,
        admin_graphql_api_id: `gid://shopify/LineItem/${id * 10}`,
        product_id: PRODUCT,
        variant_id: VARIANT,
        title: "Bench shirt",
        variant_title: "Black / M",
        sku: "BENCH-M",
        vendor: "Bench",
        quantity: 1,
        current_quantity: 1,
        fulfillable_quantity: 1,
        requires_shipping: true,
        gift_card: false,
        fulfillment_service: "manual",
        properties: [],
        price: "25.00",
        discount_allocations: [],
      },
    ],
    note: "",
  };
}

/** Text that differs from order to order, as fields of a real body do. */
function filler(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `field_${state % 97}: ${state.toString(36)} `;
  }
  return text.slice(0, length);
}
