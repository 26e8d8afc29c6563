import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { restOrder } from "./rest/order.ts";
import { APP, SHOP, standInWithShop } from "./stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;

beforeEach(async () => {
  setup = await standInWithShop();
});
afterEach(() => setup.standIn.close());

const BIG = "9007199254740995111";

/** An order as in a webhook; ids as raw digits. */
function payload(over: Record<string, string> = {}): string {
  const line = (fields: Record<string, unknown>) => ({
    id: 11,
    title: "Poster",
    quantity: 2,
    current_quantity: 2,
    fulfillable_quantity: 2,
    price: "12.00",
    requires_shipping: true,
    product_exists: true,
    properties: [{ name: "_number", value: 7 }],
    ...fields,
  });
  const body = JSON.stringify({
    id: "ORDER_ID",
    name: "#2044",
    order_number: 2044,
    created_at: "2026-11-01T08:00:00-05:00",
    updated_at: "2026-11-02T08:00:00-05:00",
    currency: "USD",
    financial_status: "partially_refunded",
    tags: "vip, gift wrap",
    total_price: "40.00",
    subtotal_price: "36.00",
    current_subtotal_price: "24.00",
    shipping_address: null,
    customer: null,
    line_items: [
      line({
        id: "LINE_ID",
        variant_id: 501,
        product_id: 500,
        sku: "POSTER",
        variant_title: "A3",
        vendor: "Elsewhere",
      }),
      line({
        id: 12,
        title: "Gone",
        variant_id: 601,
        product_id: 600,
        product_exists: false,
        quantity: 1,
        current_quantity: 0,
        fulfillable_quantity: 0,
      }),
      line({
        id: 13,
        title: "Sent",
        variant_id: 501,
        product_id: 500,
        quantity: 1,
        current_quantity: 1,
        fulfillable_quantity: 0,
      }),
    ],
    shipping_lines: [{ id: 31, title: "Express", code: "EXP", price: "4.00" }],
    refunds: [
      {
        id: 21,
        created_at: "2026-11-02T08:00:00-05:00",
        refund_line_items: [{ id: 22, line_item_id: 12, quantity: 1, restock_type: "cancel" }],
      },
    ],
    fulfillments: [
      {
        id: 41,
        status: "success",
        created_at: "2026-11-02T08:00:00-05:00",
        tracking_numbers: ["T1"],
        tracking_urls: [],
        tracking_company: "DHL",
        line_items: [{ id: 13, quantity: 1 }],
      },
    ],
    ...over,
  });
  return body.replace('"ORDER_ID"', BIG).replace('"LINE_ID"', `${BIG.slice(0, -1)}2`);
}

test("an imported order reads back over GraphQL as its payload said, large ids included", async () => {
  setup.standIn.importOrder(SHOP, payload());
  const { data, errors } = await setup.ask(
    `query ($id: ID!) { order(id: $id) { id legacyResourceId name tags displayFinancialStatus displayFulfillmentStatus updatedAt shippingAddress { city }
      shippingLine { title code } currentSubtotalPriceSet { shopMoney { amount } } currentShippingPriceSet { shopMoney { amount } }
      lineItems(first: 9) { nodes { id title currentQuantity unfulfilledQuantity variant { id sku } product { id } customAttributes { key value } } }
      fulfillments(first: 9) { status trackingInfo { company number } fulfillmentLineItems(first: 9) { nodes { quantity lineItem { id } } } }
      fulfillmentOrders(first: 9) { nodes { status lineItems(first: 9) { nodes { remainingQuantity lineItem { id } } } } }
      refunds(first: 9) { refundLineItems(first: 9) { nodes { quantity lineItem { id } } } } } }`,
    { id: `gid://shopify/Order/${BIG}` },
  );
  expect(errors).toBeUndefined();
  const poster = `gid://shopify/LineItem/${BIG.slice(0, -1)}2`;
  expect(data.order).toMatchObject({
    legacyResourceId: BIG,
    tags: ["vip", "gift wrap"],
    displayFinancialStatus: "PARTIALLY_REFUNDED",
    displayFulfillmentStatus: "PARTIALLY_FULFILLED",
    updatedAt: "2026-11-02T13:00:00Z",
    shippingAddress: null,
    shippingLine: { title: "Express", code: "EXP" },
    currentSubtotalPriceSet: { shopMoney: { amount: "24.0" } },
    currentShippingPriceSet: { shopMoney: { amount: "4.0" } },
    fulfillments: [
      {
        status: "SUCCESS",
        trackingInfo: [{ company: "DHL", number: "T1" }],
        fulfillmentLineItems: { nodes: [{ quantity: 1, lineItem: { id: "gid://shopify/LineItem/13" } }] },
      },
    ],
    refunds: [{ refundLineItems: { nodes: [{ quantity: 1, lineItem: { id: "gid://shopify/LineItem/12" } }] } }],
  });
  expect(data.order.lineItems.nodes).toMatchObject([
    {
      id: poster,
      unfulfilledQuantity: 2,
      variant: { id: "gid://shopify/ProductVariant/501", sku: "POSTER" },
      product: { id: "gid://shopify/Product/500" },
      customAttributes: [{ key: "_number", value: "7" }],
    },
    { title: "Gone", currentQuantity: 0, unfulfilledQuantity: 0, variant: null, product: null },
    { title: "Sent", currentQuantity: 1, unfulfilledQuantity: 0 },
  ]);
  expect(data.order.fulfillmentOrders.nodes).toEqual([
    { status: "OPEN", lineItems: { nodes: [{ remainingQuantity: 2, lineItem: { id: poster } }] } },
    {
      status: "CLOSED",
      lineItems: { nodes: [{ remainingQuantity: 0, lineItem: { id: "gid://shopify/LineItem/13" } }] },
    },
  ]);
});

test("a canceled order has nothing open; importing again replaces it", () => {
  setup.standIn.importOrder(SHOP, payload());
  const again = setup.standIn.importOrder(SHOP, payload({ cancelled_at: "2026-11-03T08:00:00-05:00" }));
  expect(again.fulfillmentOrders.map((each) => each.status)).toEqual(["CLOSED"]);
  expect(setup.standIn.shop(SHOP).orders).toHaveLength(1);
});

test("the webhook of an imported order is the very body, and later ones keep its ids exact", async () => {
  const bodies: string[] = [];
  const signatures: unknown[] = [];
  const app = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      bodies.push(body);
      signatures.push(request.headers["x-shopify-hmac-sha256"]);
      response.end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  setup.standIn.setAppUrl(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
  setup.standIn.importOrder(SHOP, payload(), { send: true });
  await setup.standIn.webhooks.settled();
  setup.standIn.editOrder(SHOP, BIG, { note: "ring twice" });
  await setup.standIn.webhooks.settled();
  expect(bodies[0]).toBe(payload());
  expect(signatures[0]).toBe(createHmac("sha256", APP.apiSecret).update(payload()).digest("base64"));
  expect(bodies[1]).toContain(`{"id":${BIG},`);
  app.close();
});

test("what the stand-in writes, it can import", () => {
  const shop = setup.standIn.shop(SHOP);
  const lines = [{ variantId: setup.variant(0), quantity: 2, discount: "5.00" }];
  const order = setup.standIn.placeOrder(SHOP, { lines, presentment: { currency: "EUR", rate: "0.9" } });
  const written = JSON.stringify(restOrder(shop, order));
  const read = setup.standIn.importOrder(SHOP, written);
  expect(JSON.parse(JSON.stringify(restOrder(shop, read)))).toEqual(JSON.parse(written));
});
