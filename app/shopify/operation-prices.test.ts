import { readdir } from "node:fs/promises";
import { getOperationAST, parse } from "graphql";
import { expect, it } from "vitest";
import { MAX_QUERY_COST, requestedCost } from "../../sandbox/shopify/graphql/cost.ts";
import { adminSchema } from "../../sandbox/shopify/graphql/schema.ts";
import * as operations from "./admin.generated.ts";

const id = "gid://shopify/Order/1";
const ids = (count: number) => Array.from({ length: count }, (_, at) => `gid://shopify/Product/${at}`);
const metafield = { namespace: "print", key: "front" };
const sides = {
  ...{ front: true, frontNamespace: "print", frontKey: "front" },
  ...{ back: true, backNamespace: "print", backKey: "back" },
  ...{ mockup: true, mockupNamespace: "print", mockupKey: "mockup" },
};

/**
 * The most points that Shopify may take before it runs an operation, by the operation's file, and the largest variables that the app
 * sends. A price goes up only with a reason: a shop of the standard plan gets 100 points a second.
 */
const PRICES: Record<string, [atMost: number, variables: Record<string, unknown>]> = {
  "carrier-service-create": [
    10,
    { input: { name: "Inkbridge", callbackUrl: "https://a.example/", active: true, supportsServiceDiscovery: true } },
  ],
  "carrier-service-delete": [10, { id }],
  "carrier-service-update": [10, { input: { id, active: true } }],
  "clear-order-status": [20, { id, tags: ["Print: shipped"], metafields: [] }],
  "file-create": [20, { files: [{ originalSource: "https://upload.example/1" }] }],
  "file-delete": [10, { fileIds: ["gid://shopify/MediaImage/1"] }],
  "find-files": [12, { query: "filename:print.png" }],
  "flow-trigger-receive": [10, { handle: "flow-order-sent", payload: {} }],
  "fulfillment-create": [10, { fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: id }] } }],
  "fulfillment-order-hold": [10, { id, hold: { reason: "OTHER" } }],
  "fulfillment-order-open": [10, { id }],
  "fulfillment-order-release-hold": [10, { id, holdIds: [id] }],
  "fulfillment-order-report-progress": [10, { id }],
  "fulfillment-tracking-info-update": [10, { id, tracking: { numbers: ["1", "2"] }, notify: true }],
  "list-carrier-services": [10, {}],
  "list-files": [22, { query: "front" }],
  "list-fulfillments": [12, { id }],
  "list-products": [37, { first: 50 }],
  "list-variants": [38, {}],
  "order-of-fulfillment-order": [2, { id }],
  "order-update": [10, { input: { id } }],
  "orders-placed-since": [13, { query: "" }],
  "orders-updated-since": [11, { query: "" }],
  "read-access-scopes": [2, {}],
  "read-artwork": [72, { ids: ids(50), ...sides }],
  "read-file": [3, { id }],
  "read-fulfillment": [32, { id }],
  "read-fulfillment-order": [24, { id }],
  "read-fulfillment-order-lines": [21, { id }],
  "read-fulfillment-orders": [55, { id }],
  "read-fulfillments": [57, { id, fulfillments: 3, tracking: 3 }],
  "read-holds": [2, { id }],
  "read-line-shipping": [111, { id }],
  "read-metafield-artwork": [38, { ids: ids(100), ...metafield }],
  "read-order": [63, { id, withCustomer: true, withTotal: false }],
  "read-order-lines": [33, { id }],
  "read-product": [79, { id }],
  "read-products": [47, { ids: ids(100) }],
  "read-shop": [1, {}],
  "read-shop-facts": [2, {}],
  "read-variant-product": [2, { id }],
  "set-order-status": [
    30,
    { id, tags: ["Print: shipped"], removed: ["Print: waiting"], removes: true, metafields: [] },
  ],
  "staged-uploads-create": [11, { input: [{ filename: "a.png", mimeType: "image/png", resource: "IMAGE" }] }],
  "summarize-orders": [44, { ids: ids(25) }],
};

function priceOf(file: string, variables: Record<string, unknown>): number {
  const name = file.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const document = parse(operations[name as keyof typeof operations].text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error(`${file}.graphql has no operation`);
  return requestedCost({ schema: adminSchema(), document, operation, variables });
}

it("each operation has a price", async () => {
  const files = await readdir(new URL("operations/", import.meta.url));
  expect(Object.keys(PRICES)).toEqual(files.map((name) => name.replace(/\.graphql$/, "")).toSorted());
});

it.each(Object.entries(PRICES))("%s costs no more than it did", (file, [atMost, variables]) => {
  const price = priceOf(file, variables);
  expect(price).toBeGreaterThan(0);
  expect(price).toBeLessThanOrEqual(atMost);
  expect(price).toBeLessThan(MAX_QUERY_COST);
});
