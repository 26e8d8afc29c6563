import { afterEach, expect, test } from "vitest";
import type { EndedCall } from "../ports/observe.ts";
import { FulfillmentOrderReportProgress, ReadShop } from "./admin.generated.ts";
import { createAdminClient } from "./client.ts";
import { observeTokenExchanges, postToTokenEndpoint } from "./tokens.ts";
import { oddServer, rerouteShopify, type OddAnswer } from "./scripted-server.testing.ts";

const SHOP = "odd.myshopify.com";
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function shopify(answers: OddAnswer[]): Promise<void> {
  const server = await oddServer((count) => answers[count - 1] ?? answers.at(-1) ?? {});
  stops.push(server.close, rerouteShopify(server.origin));
}

function observedClient(): { client: ReturnType<typeof createAdminClient>; calls: EndedCall[] } {
  const calls: EndedCall[] = [];
  const tokens = { current: async () => "t1", renew: async () => "t2" };
  const observe = (call: EndedCall) => void calls.push(call);
  return { calls, client: createAdminClient({ apiVersion: "2026-10", tokens, observe }) };
}

const SHOP_DATA = JSON.stringify({ data: { shop: { name: "Odd", currencyCode: "USD", ianaTimezone: "UTC" } } });
const graphqlError = (code: string) => JSON.stringify({ data: null, errors: [{ message: "x", extensions: { code } }] });

test.each<[string, OddAnswer]>([
  ["ok", { body: SHOP_DATA }],
  ["throttled", { status: 429 }],
  ["throttled", { body: graphqlError("THROTTLED") }],
  ["http_403", { status: 403 }],
  ["http_404", { status: 404 }],
  ["http_4xx", { status: 418 }],
  ["http_5xx", { status: 502 }],
  ["rejected", { body: graphqlError("ACCESS_DENIED") }],
  ["broken_off", { body: graphqlError("TIMEOUT") }],
  ["no_answer", { reset: true }],
  ["no_answer", { body: "<html></html>" }],
])("a call that comes to %s", async (result, answer) => {
  await shopify([answer]);
  const { client, calls } = observedClient();
  await client.run(SHOP, ReadShop, {}).catch(() => undefined);
  expect(calls).toEqual([
    expect.objectContaining({ system: "shopify", operation: "ReadShop", isWrite: false, result }),
  ]);
});

test("each request of a call counts, with Shopify's id and its time", async () => {
  const unauthorized = { status: 401, headers: { "x-request-id": "first" } };
  await shopify([unauthorized, { body: SHOP_DATA, headers: { "x-request-id": "second" } }]);
  const { client, calls } = observedClient();
  await client.run(SHOP, ReadShop, {});
  expect(calls.map(({ result, remoteRequestId }) => [result, remoteRequestId])).toEqual([
    ["http_401", "first"],
    ["ok", "second"],
  ]);
  expect(calls.every(({ ms }) => ms > 0 && ms < 5_000)).toBe(true);
});

test("a mutation is a write", async () => {
  await shopify([{ status: 502 }]);
  const { client, calls } = observedClient();
  const variables = { fulfillmentOrderId: "gid://shopify/FulfillmentOrder/1" };
  await client.run(SHOP, FulfillmentOrderReportProgress, variables as never).catch(() => undefined);
  expect(calls[0]).toMatchObject({ operation: "FulfillmentOrderReportProgress", isWrite: true });
});

test("token exchanges are observed, by any caller, until the observer unsubscribes", async () => {
  await shopify([{ body: "{}" }, { status: 400, body: "{}" }, { reset: true }, { body: "{}" }]);
  const calls: EndedCall[] = [];
  const stop = observeTokenExchanges((call) => void calls.push(call));
  stops.push(stop);
  const exchange = () => postToTokenEndpoint(SHOP, {}).catch(() => undefined);
  for (let count = 0; count < 3; count += 1) await exchange();
  await fetch(`https://${SHOP}/admin/other`);
  stop();
  await exchange();
  expect(calls.map(({ operation, result }) => [operation, result])).toEqual([
    ["accessToken", "ok"],
    ["accessToken", "http_4xx"],
    ["accessToken", "no_answer"],
  ]);
});
