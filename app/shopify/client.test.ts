import { afterEach, describe, expect, test } from "vitest";
import {
  RejectedError,
  UnauthorizedError,
  UnavailableError,
  UncertainError,
  type RemoteError,
} from "../ports/errors.ts";
import type { EndedCall } from "../ports/observe.ts";
import { FulfillmentOrderReportProgress, ReadShop } from "./admin.generated.ts";
import { untrustedServer } from "../../tests/support/untrusted-server.ts";
import { createAdminClient, type ShopTokens } from "./client.ts";
import { oddServer, rerouteShopify, type OddAnswer } from "./scripted-server.testing.ts";

const SHOP = "odd.myshopify.com";
const SHOP_ANSWER = JSON.stringify({ data: { shop: { name: "Odd", currencyCode: "USD", ianaTimezone: "UTC" } } });
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function setUp(script: (count: number) => OddAnswer, tokens?: ShopTokens, timeoutMs = 60_000) {
  const server = await oddServer(script);
  stops.push(server.close, rerouteShopify(server.origin));
  const anyToken: ShopTokens = { current: () => Promise.resolve("t1"), renew: () => Promise.resolve("t2") };
  const client = createAdminClient({
    apiVersion: "2026-10",
    tokens: tokens ?? anyToken,
    timeoutMs,
    maxBytes: 10_000,
  });
  return { client, server };
}

const graphqlError = (code: string | undefined, extensions = {}) =>
  JSON.stringify({ data: null, errors: [{ message: "some words", extensions: { code } }], extensions });
const cost = {
  cost: {
    requestedQueryCost: 300,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 100 },
  },
};

const NON_EXPIRING = '{"errors":"[API] Non-expiring access tokens are no longer accepted for the Admin API."}';
const MISSING_SCOPE = '{"errors":"[API] This action requires merchant approval for read_orders scope."}';

type Kind = new (...args: never[]) => RemoteError;
const answers: [string, OddAnswer, Kind, Kind][] = [
  ["no answer in time", { silent: true }, UnavailableError, UncertainError],
  ["reset", { reset: true }, UnavailableError, UncertainError],
  ["reset within the body", { body: '{"data":', reset: true }, UnavailableError, UncertainError],
  ["HTML", { body: "<html></html>" }, UnavailableError, UncertainError],
  ["empty", { body: "" }, UnavailableError, UncertainError],
  ["no data", { body: "{}" }, UnavailableError, UncertainError],
  ["too large", { body: `{"data":{"x":"${"y".repeat(20_000)}"}}` }, UnavailableError, UncertainError],
  ["500", { status: 500 }, UnavailableError, UncertainError],
  ["502", { status: 502, body: "bad gateway" }, UnavailableError, UncertainError],
  ["303", { status: 303, headers: { location: "https://elsewhere.example/" } }, UnavailableError, UncertainError],
  ["429", { status: 429, headers: { "retry-after": "2.0" } }, UnavailableError, UnavailableError],
  ["throttled", { body: graphqlError("THROTTLED", cost) }, UnavailableError, UnavailableError],
  ["frozen", { status: 402 }, UnavailableError, UnavailableError],
  ["locked", { status: 423 }, UnavailableError, UnavailableError],
  ["inactive", { body: graphqlError("SHOP_INACTIVE") }, UnavailableError, UnavailableError],
  ["unavailable", { status: 403, body: '{"errors":"Unavailable Shop"}' }, UnavailableError, UnavailableError],
  ["forbidden", { status: 403, body: '{"errors":"Forbidden"}' }, UnavailableError, UnavailableError],
  ["403 for the token", { status: 403, body: NON_EXPIRING }, UnauthorizedError, UnauthorizedError],
  ["403 for a scope", { status: 403, body: MISSING_SCOPE }, UnauthorizedError, UnauthorizedError],
  ["shop gone", { status: 404 }, UnauthorizedError, UnauthorizedError],
  ["401 twice", { status: 401 }, UnauthorizedError, UnauthorizedError],
  ["access denied", { body: graphqlError("ACCESS_DENIED") }, RejectedError, RejectedError],
  ["error without code", { body: graphqlError(undefined) }, RejectedError, RejectedError],
  ["internal error", { body: graphqlError("INTERNAL_SERVER_ERROR") }, UnavailableError, UncertainError],
];

describe.each(answers)("%s", (_name, answer, ofRead, ofMutation) => {
  // A busy machine answers late: only an answer that never comes is given up soon.
  const timeoutMs = answer.silent ? 500 : undefined;
  test(`means ${ofRead.name} for a read`, async () => {
    const { client } = await setUp(() => answer, undefined, timeoutMs);
    await expect(client.run(SHOP, ReadShop, {})).rejects.toBeInstanceOf(ofRead);
  });
  test(`means ${ofMutation.name} for a mutation, which is sent once`, async () => {
    const { client, server } = await setUp(() => answer, undefined, timeoutMs);
    await expect(
      client.run(SHOP, FulfillmentOrderReportProgress, { id: "gid://shopify/FulfillmentOrder/1" }),
    ).rejects.toBeInstanceOf(ofMutation);
    expect(server.requests).toHaveLength(answer.status === 401 ? 2 : 1);
  });
});

test("a refused connection was not processed", async () => {
  const { client, server } = await setUp(() => ({}));
  await server.close();
  const failing = client.run(SHOP, FulfillmentOrderReportProgress, { id: "gid://shopify/FulfillmentOrder/1" });
  await expect(failing).rejects.toBeInstanceOf(UnavailableError);
});

test("a mutation to a server whose certificate is refused was not sent, and is tried again as that", async () => {
  const server = await untrustedServer();
  stops.push(server.close, rerouteShopify(server.origin));
  const tokens: ShopTokens = { current: () => Promise.resolve("t1"), renew: () => Promise.resolve("t2") };
  const calls: EndedCall[] = [];
  const client = createAdminClient({ apiVersion: "2026-10", tokens, observe: (call) => void calls.push(call) });
  const variables = { id: "gid://shopify/FulfillmentOrder/1" } as const;
  await expect(client.run(SHOP, FulfillmentOrderReportProgress, variables)).rejects.toMatchObject({
    name: "UnavailableError",
    connectionFailure: "untrusted_certificate",
  });
  expect(server.requests()).toBe(0);
  expect(calls).toMatchObject([{ isWrite: true, result: "untrusted_certificate" }]);
});

test("says how long Shopify wants us to wait, in milliseconds", async () => {
  const byHeader = await setUp(() => ({ status: 429, headers: { "retry-after": "2.0" } }));
  await expect(byHeader.client.run(SHOP, ReadShop, {})).rejects.toMatchObject({ retryAfterMs: 2000 });
  const byCost = await setUp(() => ({ body: graphqlError("THROTTLED", cost) }));
  await expect(byCost.client.run(SHOP, ReadShop, {})).rejects.toMatchObject({ retryAfterMs: 2000 });
});

test("a forbidden request is not repeated for minutes", async () => {
  const { client } = await setUp(() => ({ status: 403 }));
  await expect(client.run(SHOP, ReadShop, {})).rejects.toMatchObject({ httpStatus: 403, retryAfterMs: 300_000 });
});

test("renews a refused token once and continues", async () => {
  const { client, server } = await setUp((count) => (count === 1 ? { status: 401 } : { body: SHOP_ANSWER }));
  await expect(client.run(SHOP, ReadShop, {})).resolves.toMatchObject({ shop: { name: "Odd" } });
  expect(server.requests.map((request) => request.token)).toEqual(["t1", "t2"]);
  expect(server.requests[0]?.url).toBe("/admin/api/2026-10/graphql.json");
});

test("for one piece of work a shop's token is asked for once, also after it was renewed", async () => {
  const asked: string[] = [];
  const tokens: ShopTokens = {
    current: (shop) => (asked.push(shop), Promise.resolve("t1")),
    renew: () => Promise.resolve("t2"),
  };
  const { client, server } = await setUp((count) => (count === 2 ? { status: 401 } : { body: SHOP_ANSWER }), tokens);
  const forOneWork = client.forOneWork();
  for (let call = 0; call < 3; call += 1) await forOneWork.run(SHOP, ReadShop, {});
  expect(server.requests.map((request) => request.token)).toEqual(["t1", "t1", "t2", "t2"]);
  expect(asked).toEqual([SHOP]);
  await client.forOneWork().run(SHOP, ReadShop, {});
  expect(asked).toEqual([SHOP, SHOP]);
});

test("a field that may be denied is null, another one is refused", async () => {
  const body = JSON.stringify({
    data: { order: { customer: null } },
    errors: [{ message: "denied", path: ["order", "customer"], extensions: { code: "ACCESS_DENIED" } }],
  });
  const { client } = await setUp(() => ({ body }));
  await expect(client.run(SHOP, ReadShop, {}, { mayBeDenied: ["customer"] })).resolves.toEqual({
    order: { customer: null },
  });
  await expect(client.run(SHOP, ReadShop, {})).rejects.toMatchObject({
    name: "RejectedError",
    providerMessage: "denied",
  });
});

test("no error quotes what was sent or answered", async () => {
  const { client } = await setUp(() => ({ body: '{"data": "Jane Buyer' }));
  const error: unknown = await client.run(SHOP, ReadShop, {}).catch((e: unknown) => e);
  expect(String(error)).not.toContain("Jane");
  expect(String((error as Error).cause ?? "")).not.toContain("Jane");
});
