import { expect, test } from "vitest";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { createAdminClient } from "./client.ts";
import { createInstallationCheck, createAddressCheck, isOwnAddress } from "./installation.ts";
import type { OddAnswer } from "./scripted-server.testing.ts";
import { DAY, HOUR, useScriptedShops } from "./scripted-shops.testing.ts";

const openShop = useScriptedShops();

/** A shop whose Shopify answers like that; its tokens last so long, in milliseconds. */
async function shopWith(admin: OddAnswer[], renewal: OddAnswer, lasts = { access: HOUR, refresh: 90 * DAY }) {
  let asked = 0;
  const { ctx, server, shop, store, process } = await openShop((_count, { url }) =>
    url.startsWith("/admin/oauth") ? renewal : (admin[Math.min(asked++, admin.length - 1)] ?? {}),
  );
  await store(lasts.access, lasts.refresh);
  const tokens = process();
  const client = createAdminClient({ apiVersion: "2026-10", tokens });
  return { server, ctx, shop, ask: () => createInstallationCheck(client, tokens)(shop) };
}

const json = (status: number, body: unknown): OddAnswer => ({ status, body: JSON.stringify(body) });
const data = json(200, { data: { shop: { name: "Odd", currencyCode: "USD", ianaTimezone: "UTC" } } });
const graphql = (code: string) => json(200, { data: null, errors: [{ message: "no", extensions: { code } }] });
const unauthorized = json(401, { errors: "[API] Invalid API key or access token" });
const renewed = json(200, {
  access_token: "access-1",
  expires_in: 3600,
  refresh_token: "refresh-1",
  refresh_token_expires_in: 7_776_000,
});
const inactive = json(401, {
  error: "invalid_request",
  error_description: "This request requires an active refresh_token",
});
const unknownApp = json(400, {
  error: "invalid_request",
  error_description: "Could not find Shopify API application with api_key",
});

test.each<[string, OddAnswer[], OddAnswer, string]>([
  ["the token is taken", [data], inactive, "installed"],
  ["the token is taken, the question is not allowed", [graphql("ACCESS_DENIED")], inactive, "installed"],
  ["the token is old, a new one is taken", [unauthorized, data], renewed, "installed"],
  ["both tokens are refused", [unauthorized], inactive, "uninstalled"],
  ["both tokens are refused, in other words", [unauthorized], json(400, { error: "invalid_grant" }), "uninstalled"],
  ["frozen, and a new token is given", [json(402, {})], renewed, "installed"],
  ["forbidden, and a new token is given", [json(403, {})], renewed, "installed"],
  ["forbidden, and the refresh token is refused", [json(403, {})], inactive, "uninstalled"],
  ["frozen, and the refresh token is refused", [json(402, {})], inactive, "uninstalled"],
  ["frozen altogether", [json(402, {})], json(402, {}), "shop_unavailable"],
  ["inactive altogether", [graphql("SHOP_INACTIVE")], json(402, {}), "shop_unavailable"],
  ["unavailable altogether", [json(403, {})], json(403, { errors: "Unavailable Shop" }), "shop_unavailable"],
  ["denied altogether", [json(403, {})], json(403, {}), "shop_unavailable"],
  ["closed altogether", [json(404, {})], json(404, {}), "shop_unavailable"],
  ["locked altogether", [json(423, {})], json(423, {}), "shop_unavailable"],
])("%s", async (_name, admin, renewal, status) => {
  const { ask } = await shopWith(admin, renewal);
  expect(await ask()).toBe(status);
});

test.each<[string, OddAnswer[], OddAnswer, typeof UnavailableError | typeof UnauthorizedError]>([
  ["a reset", [{ reset: true }], inactive, UnavailableError],
  ["500", [{ status: 500 }], inactive, UnavailableError],
  ["429", [{ status: 429 }], inactive, UnavailableError],
  ["throttled", [graphql("THROTTLED")], inactive, UnavailableError],
  ["a redirect", [{ status: 301 }], inactive, UnavailableError],
  ["HTML", [{ body: "<html>" }], inactive, UnavailableError],
  ["401, and no answer to the renewal", [unauthorized], { status: 502 }, UnavailableError],
  ["401, and the app's own credentials are refused", [unauthorized], unknownApp, UnauthorizedError],
  ["the same in other words", [unauthorized], json(401, { error: "invalid_client" }), UnauthorizedError],
  ["a new token is refused, too", [unauthorized], renewed, UnauthorizedError],
])("%s says nothing", async (_name, admin, renewal, kind) => {
  const { ask } = await shopWith(admin, renewal);
  await expect(ask()).rejects.toBeInstanceOf(kind);
});

test("an access token that has expired says nothing on its own", async () => {
  const { ask } = await shopWith([data], renewed, { access: 0, refresh: DAY });
  expect(await ask()).toBe("installed");
  const gone = await shopWith([data], inactive, { access: 0, refresh: DAY });
  expect(await gone.ask()).toBe("uninstalled");
});

test("a refresh token that has expired of itself is none", async () => {
  const { ask, server } = await shopWith([data], inactive, { access: 0, refresh: 0 });
  expect(await ask()).toBe("no_token");
  expect(server.requests).toEqual([]);
});

test("without a token there is nothing to ask with", async () => {
  const { ask, ctx, shop, server } = await shopWith([data], inactive);
  await ctx.db.session.deleteMany({ where: { shop } });
  expect(await ask()).toBe("no_token");
  expect(server.requests).toEqual([]);
});

/** A shop whose Admin API and token endpoint answer like that. */
async function addressOf(admin: OddAnswer, renewal: OddAnswer) {
  const { server, shop, store, process } = await openShop((_count, { url }) =>
    url.startsWith("/admin/oauth") ? renewal : admin,
  );
  await store(HOUR, 90 * DAY);
  const tokens = process();
  const client = createAdminClient({ apiVersion: "2026-10", tokens });
  return { server, check: () => createAddressCheck(client, tokens)(shop) };
}

const inactiveShop = json(200, { data: null, errors: [{ message: "no", extensions: { code: "SHOP_INACTIVE" } }] });
const denied = json(200, { data: null, errors: [{ message: "no", extensions: { code: "ACCESS_DENIED" } }] });
const forbidden = json(403, { errors: "Forbidden" });

test.each<[string, OddAnswer, OddAnswer, string]>([
  ["an answer", data, inactive, "accepted"],
  ["a missing scope", denied, inactive, "accepted"],
  ["forbidden, while a new token is given", forbidden, renewed, "refused"],
  ["a frozen shop, while a new token is given", json(402, {}), renewed, "frozen"],
  ["a frozen shop", json(402, {}), json(402, {}), "frozen"],
  ["a locked shop", json(423, {}), renewed, "locked"],
  ["an inactive shop", inactiveShop, renewed, "shop_unavailable"],
  ["403 for the shop", json(403, { errors: "Unavailable Shop" }), renewed, "shop_unavailable"],
])("%s", async (_name, admin, renewal, address) => {
  expect(await (await addressOf(admin, renewal)).check()).toBe(address);
});

test.each<[string, OddAnswer, OddAnswer, typeof UnavailableError | typeof UnauthorizedError]>([
  ["forbidden altogether: the shop may deny the app", forbidden, forbidden, UnavailableError],
  ["forbidden, and the refresh token is refused: the app is gone", forbidden, inactive, UnauthorizedError],
  ["forbidden, and no answer to the renewal", forbidden, { status: 502 }, UnavailableError],
  ["a refused token", json(401, {}), inactive, UnauthorizedError],
  ["403 for the token", json(403, { errors: "[API] Non-expiring access tokens are …" }), renewed, UnauthorizedError],
  ["a closed shop", json(404, {}), renewed, UnauthorizedError],
])("%s says nothing about the address", async (_name, admin, renewal, kind) => {
  await expect((await addressOf(admin, renewal)).check()).rejects.toBeInstanceOf(kind);
});

const APP = "https://inkbridge.example";

test("an address of the app is its own", () => {
  expect(isOwnAddress(`${APP}/app/orders?tab=all`, APP)).toBe(true);
});

test.each([
  "https://evil.example/app",
  "https://inkbridge.example.evil.example/",
  "https://inkbridge.example@evil.example/",
  "https://user:word@inkbridge.example/",
  "http://inkbridge.example/",
  "//evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "https:\\\\evil.example",
  "",
])("%j is not", (address) => {
  expect(isOwnAddress(address, APP)).toBe(false);
});
