import { createHmac } from "node:crypto";

/** What both sides of a measurement agree on. */
export const SECRET = "secret of the bench's app";
export const SHOP = "bench-shop.myshopify.com";
const BODY_BYTES = 10 * 1024;

export interface SignedOrder {
  gid: string;
  name: string;
  body: Buffer;
  hmac: string;
}

/** An orders/create body of exactly 10 KB with one mapped line, signed as Shopify signs (base64 of HMAC-SHA256). */
export function signedOrder(number: number): SignedOrder {
  const id = 5_000_000_000 + number;
  const name = `#B${number}`;
  const order = facts(id, name);
  const short = Buffer.byteLength(JSON.stringify(order));
  const body = Buffer.from(JSON.stringify({ ...order, note: filler(number, BODY_BYTES - short) }));
  if (body.length !== BODY_BYTES) throw new Error(`the order has ${body.length} bytes`);
  return {
    gid: order.admin_graphql_api_id,
    name,
    body,
    hmac: createHmac("sha256", SECRET).update(body).digest("base64"),
  };
}

/** Headers of one webhook, without the id of the delivery. */
export function webhookHeaders(order: SignedOrder, topic: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-hmac-sha256": order.hmac,
    "x-shopify-shop-domain": SHOP,
    "x-shopify-api-version": "2026-10",
    "x-shopify-triggered-at": "2026-11-01T10:00:00.000Z",
  };
}

function facts(id: number, name: string) {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name,
    created_at: "2026-11-01T10:00:00Z",
    updated_at: "2026-11-01T10:00:00Z",
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

export const PRODUCT = 7001;
export const VARIANT = 8001;

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
