import { readFile } from "node:fs/promises";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import { API_VERSION } from "./sdk.ts";
import { COMPLIANCE_TOPICS, parseShopifyWebhook, WEBHOOK_TOPICS } from "./webhook-topics.ts";

const SHOP = "one.myshopify.com";
const read = (topic: string, body: unknown) => parseShopifyWebhook(topic, SHOP, Buffer.from(JSON.stringify(body)));

const subscription = z.object({
  topics: z.array(z.string()).optional(),
  compliance_topics: z.array(z.string()).optional(),
  uri: z.string(),
});
const toml = z.object({ webhooks: z.object({ api_version: z.string(), subscriptions: z.array(subscription) }) });

test("shopify.app.toml subscribes to exactly the topics that are read, each at its own address", async () => {
  const { webhooks } = toml.parse(
    parseToml(await readFile(new URL("../../shopify.app.toml", import.meta.url), "utf8")),
  );
  expect(webhooks.api_version).toBe(API_VERSION);
  const plain = webhooks.subscriptions.flatMap((s) => s.topics ?? []);
  const compliance = webhooks.subscriptions.flatMap((s) => s.compliance_topics ?? []);
  expect([...plain, ...compliance].sort()).toEqual(Object.keys(WEBHOOK_TOPICS).sort());
  expect(compliance.sort()).toEqual([...COMPLIANCE_TOPICS].sort());
  for (const s of webhooks.subscriptions)
    expect([s.uri]).toEqual([...(s.topics ?? []), ...(s.compliance_topics ?? [])].map((t) => `/webhooks/${t}`));
});

test.each([
  ["refunds/create", { id: 5, order_id: 7 }],
  ["orders/edited", { order_edit: { id: 5, order_id: 7, line_items: {} } }],
  [
    "orders/risk_assessment_changed",
    { order_id: 7, admin_graphql_api_order_id: "gid://shopify/Order/7", risk_level: "high" },
  ],
])("%s names the order to read again", (topic, body) => {
  expect(read(topic, body)).toEqual({ kind: "order_changed", orderGid: "gid://shopify/Order/7" });
});

test.each([
  [
    "fulfillment_orders/placed_on_hold",
    {
      fulfillment_order: { id: "gid://shopify/FulfillmentOrder/3", status: "on_hold" },
      created_fulfillment_hold: { id: "gid://shopify/FulfillmentHold/1" },
    },
  ],
  [
    "fulfillment_orders/moved",
    {
      original_fulfillment_order: { id: "gid://shopify/FulfillmentOrder/3" },
      destination_location_id: "gid://shopify/Location/9",
    },
  ],
  [
    "fulfillment_orders/merged",
    { fulfillment_order_merges: [{ fulfillment_order: { id: "gid://shopify/FulfillmentOrder/3" } }] },
  ],
])("%s names a fulfillment order", (topic, body) => {
  expect(read(topic, body)).toEqual({
    kind: "fulfillment_order_changed",
    fulfillmentOrderGid: "gid://shopify/FulfillmentOrder/3",
  });
});

test("fulfillment_orders/order_routing_complete names the fulfillment order of a new order", () => {
  const body = { fulfillment_order: { id: "gid://shopify/FulfillmentOrder/3", status: "open" } };
  expect(read("fulfillment_orders/order_routing_complete", body)).toEqual({
    kind: "fulfillment_order_routed",
    fulfillmentOrderGid: "gid://shopify/FulfillmentOrder/3",
  });
});

test("the shop in the body has to be the header's", () => {
  const other = { kind: "unreadable", problem: "other_shop" };
  expect(read("app/uninstalled", { myshopify_domain: "two.myshopify.com" })).toEqual(other);
  expect(read("shop/redact", { shop_domain: "two.myshopify.com" })).toEqual(other);
  expect(read("customers/redact", { shop_domain: "two.myshopify.com", orders_to_redact: [1] })).toEqual(other);
  expect(read("app/uninstalled", { myshopify_domain: "One.myshopify.com" })).toEqual({ kind: "uninstalled" });
  // A signed body of another topic, sent to this address under a foreign shop's name.
  for (const topic of ["app/uninstalled", "shop/redact", "customers/redact", "customers/data_request"]) {
    expect(read(topic, { id: 1, line_items: [] }), topic).toEqual({ kind: "unreadable", problem: "no_shop" });
  }
});

/** As Shopify sends them. */
const SIGNED: Record<string, object> = {
  "app/uninstalled": { id: 1, name: "One", domain: SHOP, myshopify_domain: SHOP },
  "customers/data_request": {
    shop_id: 1,
    shop_domain: SHOP,
    customer: { id: 2 },
    orders_requested: [3],
    data_request: { id: 4 },
  },
  "customers/redact": { shop_id: 1, shop_domain: SHOP, customer: { id: 2 }, orders_to_redact: [3] },
  "shop/redact": { shop_id: 1, shop_domain: SHOP },
  "orders/create": { id: 3, line_items: [] },
};
const destructive = ["app/uninstalled", "customers/redact", "shop/redact"];

test.each(destructive)("a signed body of another topic is none of %s", (topic) => {
  for (const [of, body] of Object.entries(SIGNED)) {
    const kind = of === topic ? expect.not.stringMatching("unreadable") : "unreadable";
    expect(read(topic, body), of).toMatchObject({ kind });
  }
  expect(read(topic, { ...SIGNED["customers/data_request"], ...SIGNED["customers/redact"] })).toEqual({
    kind: "unreadable",
    problem: "other_topic",
  });
});

test("a privacy request of which one order cannot be read is set aside, not carried out in part", () => {
  for (const id of ["x", {}, null, -1]) {
    const body = { shop_domain: SHOP, customer: {}, orders_to_redact: [1, id] };
    expect(read("customers/redact", body)).toEqual({ kind: "unreadable", problem: "unreadable:orders_to_redact" });
  }
});

test("privacy requests name their orders, however large the numbers are", () => {
  const body = `{"shop_domain":"${SHOP}","orders_requested":[1,9007199254740993],"customer":{"id":7,"email":"x@example.com"},"data_request":{"id":9007199254740995}}`;
  expect(parseShopifyWebhook("customers/data_request", SHOP, Buffer.from(body))).toEqual({
    kind: "customer_data_request",
    requestNumber: "9007199254740995",
    customerGid: "gid://shopify/Customer/7",
    orderGids: ["gid://shopify/Order/1", "gid://shopify/Order/9007199254740993"],
  });
  expect(read("customers/data_request", { shop_domain: SHOP, orders_requested: [1], customer: null })).toEqual({
    ...{ kind: "customer_data_request", requestNumber: null, customerGid: null },
    orderGids: ["gid://shopify/Order/1"],
  });
  expect(read("customers/redact", { shop_domain: SHOP, orders_to_redact: null })).toEqual({
    kind: "customer_redact",
    orderGids: [],
  });
});

test("scopes and products", () => {
  expect(read("app/scopes_update", { previous: [], current: ["read_orders"] })).toEqual({ kind: "scopes_updated" });
  const productGid = "gid://shopify/Product/4";
  expect(read("products/delete", { id: 4 })).toEqual({ kind: "product_changed", productGid, updatedAt: null });
  expect(read("products/update", { id: 4, updated_at: "2026-11-22T10:00:00+01:00" })).toEqual({
    kind: "product_changed",
    productGid,
    updatedAt: new Date("2026-11-22T09:00:00Z"),
  });
  expect(read("products/delete", {})).toEqual({ kind: "unreadable", problem: "unreadable:id" });
});

test.each(Object.keys(WEBHOOK_TOPICS))("%s: what is no JSON, or too much of it, is none", (topic) => {
  for (const body of ["{", "", "[".repeat(100_000), `[${"[],".repeat(3_000_000)}1]`])
    expect(parseShopifyWebhook(topic, SHOP, Buffer.from(body))).toEqual({ kind: "unreadable", problem: "not_json" });
});

test("an unknown topic, or the name of an object's own property, is nothing", () => {
  expect(read("carts/update", {})).toEqual({ kind: "no_action" });
  expect(read("constructor", {})).toEqual({ kind: "no_action" });
});

test.each(Object.keys(WEBHOOK_TOPICS))("%s: a body that is none throws nothing", (topic) => {
  for (const body of ["", "null", "[]", '"x"', "[".repeat(50_000)])
    expect(parseShopifyWebhook(topic, SHOP, Buffer.from(body)).kind).toBeTypeOf("string");
});
