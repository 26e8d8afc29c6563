import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { slowness } from "../../tests/support/slowness.ts";
import { APP, SHOP, standInWithShop } from "./stand-in.testing.ts";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let setup: Awaited<ReturnType<typeof standInWithShop>>;
let app: Server;
let received: Received[];
/** What the app answers, in turn; 200 when there is nothing left. */
let answers: (number | "hang")[];

beforeEach(async () => {
  received = [];
  answers = [];
  app = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      received.push({ url: request.url ?? "", headers: request.headers, body });
      const answer = answers.shift() ?? 200;
      if (answer !== "hang") response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  setup = await standInWithShop({ appUrl, webhookTimeoutMs: Math.ceil(1_000 * slowness) });
});
afterEach(async () => {
  await setup.standIn.close();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
});

const place = () =>
  setup.standIn.placeOrder(SHOP, {
    lines: [{ variantId: setup.variant(0), quantity: 2 }],
    tip: "3.00",
    email: "ada@buyers.example",
    shippingAddress: { firstName: "Ada", lastName: "Holloway", countryCode: "US" },
  });
const settled = () => setup.standIn.webhooks.settled();
const topics = () => received.map((each) => each.url.replace("/webhooks/", ""));

test("an order is announced: signed, with Shopify's headers and a REST body", async () => {
  const order = place();
  await settled();
  const { url, headers, body } = received[0] as Received;
  expect(url).toBe("/webhooks/orders/create");
  expect(headers["x-shopify-hmac-sha256"]).toBe(createHmac("sha256", APP.apiSecret).update(body).digest("base64"));
  expect(headers).toMatchObject({
    "x-shopify-topic": "orders/create",
    "x-shopify-shop-domain": SHOP,
    "x-shopify-api-version": "2026-10",
    "x-shopify-webhook-id": expect.any(String),
    "x-shopify-event-id": expect.any(String),
    "x-shopify-triggered-at": expect.any(String),
  });
  expect(JSON.parse(body)).toMatchObject({
    id: Number(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: "#1001",
    financial_status: "paid",
    fulfillment_status: null,
    subtotal_price: "53.00",
    shipping_address: { name: "Ada Holloway", province_code: null },
    line_items: [
      { sku: "MOON-M", quantity: 2, fulfillable_quantity: 2, price: "25.00", gift_card: false, variant_title: "M" },
      { title: "Tip", variant_id: null, product_id: null, product_exists: false, requires_shipping: false },
    ],
    shipping_lines: [{ title: "Standard", price: "5.00" }],
  });
});

test("what is not answered 2xx in time comes again, the same bytes under the same id", async () => {
  answers = [500, "hang", 302];
  setup.standIn.sendWebhook(SHOP, "orders/create", '{"n":1}');
  await settled();
  expect(received).toHaveLength(4);
  expect(new Set(received.map((each) => each.body)).size).toBe(1);
  expect(new Set(received.map((each) => each.headers["x-shopify-webhook-id"])).size).toBe(1);
  expect(setup.standIn.webhooks.deliveries[0]).toMatchObject({
    state: "delivered",
    attempts: [{ status: 500 }, { status: null }, { status: 302 }, { status: 200 }],
  });
});

test("after the first try and eight more it gives up", async () => {
  answers = Array.from({ length: 20 }, () => 503);
  setup.standIn.sendWebhook(SHOP, "orders/create", "{}");
  await settled();
  const delivery = setup.standIn.webhooks.deliveries[0];
  expect(delivery).toMatchObject({ state: "failed" });
  expect(delivery?.attempts).toHaveLength(9);
});

test("dropped, doubled and doubled under a new id", async () => {
  const { webhooks } = setup.standIn;
  for (const kind of ["drop", "double", "double-new-id"] as const) webhooks.addRule({ topic: "orders/create", kind });
  setup.standIn.sendWebhook(SHOP, "orders/create", '{"n":1}');
  setup.standIn.sendWebhook(SHOP, "orders/create", '{"n":2}');
  setup.standIn.sendWebhook(SHOP, "orders/create", '{"n":3}');
  await settled();
  const ids = (body: string) =>
    received.filter((each) => each.body === body).map((each) => each.headers["x-shopify-webhook-id"]);
  expect(ids('{"n":1}')).toEqual([]);
  expect(ids('{"n":2}')).toHaveLength(2);
  expect(new Set(ids('{"n":2}')).size).toBe(1);
  expect(new Set(ids('{"n":3}')).size).toBe(2);
  expect(
    new Set(received.filter((each) => each.body === '{"n":3}').map((each) => each.headers["x-shopify-event-id"])).size,
  ).toBe(1);
});

test("what a merchant does is announced under the topics of Shopify", async () => {
  const order = place();
  const [line] = order.lines;
  const target = order.fulfillmentOrders[0]?.id ?? "";
  setup.standIn.editOrder(SHOP, order.id, { addLines: [{ variantId: setup.variant(1) }], risk: "HIGH" });
  setup.standIn.editOrder(SHOP, order.id, { refund: { [line?.id ?? ""]: 1 } });
  setup.standIn.holdFulfillmentOrder(SHOP, target);
  setup.standIn.releaseHold(SHOP, target);
  setup.standIn.cancelOrder(SHOP, order.id);
  setup.standIn.requestPrivacy(SHOP, "customers/redact", { orders: [order.id] });
  setup.standIn.uninstall(SHOP);
  await settled();
  expect(new Set(topics())).toEqual(
    new Set([
      "orders/create",
      "fulfillment_orders/order_routing_complete",
      "orders/edited",
      "orders/risk_assessment_changed",
      "orders/updated",
      "refunds/create",
      "fulfillment_orders/placed_on_hold",
      "fulfillment_orders/hold_released",
      "orders/cancelled",
      "customers/redact",
      "app/uninstalled",
    ]),
  );
  const cancelled = received.find((each) => each.url.endsWith("orders/cancelled"));
  const body = JSON.parse(cancelled?.body ?? "") as {
    cancelled_at: string;
    line_items: { fulfillable_quantity: number }[];
  };
  expect(body.cancelled_at).toMatch(/-05:00$/);
  expect(body.line_items.map((each) => each.fulfillable_quantity)).toEqual([0, 0, 0]);
});

test("held items are neither fulfillable nor fulfilled", async () => {
  const order = setup.standIn.placeOrder(SHOP, { lines: [{ variantId: setup.variant(0), quantity: 2 }] });
  await settled();
  setup.standIn.holdFulfillmentOrder(SHOP, order.fulfillmentOrders[0]?.id ?? "");
  await settled();
  const updated = received.findLast((each) => each.url.endsWith("orders/updated"));
  expect(JSON.parse(updated?.body ?? "")).toMatchObject({
    line_items: [{ quantity: 2, fulfillable_quantity: 0, fulfillment_status: null }],
  });
});

test("only subscribed topics go out, and nothing once the app is gone", async () => {
  const { port } = app.address() as AddressInfo;
  const own = await standInWithShop({
    appUrl: `http://127.0.0.1:${port}`,
    subscriptions: new Map([["orders/create", null]]),
  });
  const order = own.standIn.placeOrder(SHOP, { lines: [{ variantId: own.variant(0) }] });
  own.standIn.editOrder(SHOP, order.id, { tags: ["vip"] });
  own.standIn.uninstall(SHOP);
  own.standIn.placeOrder(SHOP, { lines: [{ variantId: own.variant(0) }] });
  await own.standIn.webhooks.settled();
  expect(topics()).toEqual(["orders/create"]);
  await own.standIn.close();
});
