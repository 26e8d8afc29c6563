import { expect, test } from "vitest";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { createAddressCheck } from "./address-check.ts";
import { createAdminClient } from "./client.ts";
import type { OddAnswer } from "./scripted-server.testing.ts";
import { DAY, HOUR, useScriptedShops } from "./scripted-shops.testing.ts";

const openShop = useScriptedShops();

/** A shop whose Admin API and token endpoint answer like that. */
async function shopWith(admin: OddAnswer, renewal: OddAnswer) {
  const { server, shop, store, process } = await openShop((_count, { url }) =>
    url.startsWith("/admin/oauth") ? renewal : admin,
  );
  await store(HOUR, 90 * DAY);
  const tokens = process();
  const client = createAdminClient({ apiVersion: "2026-10", tokens });
  return { server, check: () => createAddressCheck(client, tokens)(shop) };
}

const json = (status: number, body: unknown): OddAnswer => ({ status, body: JSON.stringify(body) });
const data = json(200, { data: { shop: { name: "Odd", currencyCode: "USD", ianaTimezone: "UTC" } } });
const inactiveShop = json(200, { data: null, errors: [{ message: "no", extensions: { code: "SHOP_INACTIVE" } }] });
const denied = json(200, { data: null, errors: [{ message: "no", extensions: { code: "ACCESS_DENIED" } }] });
const forbidden = json(403, { errors: "Forbidden" });
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
  expect(await (await shopWith(admin, renewal)).check()).toBe(address);
});

test.each<[string, OddAnswer, OddAnswer, typeof UnavailableError | typeof UnauthorizedError]>([
  ["forbidden altogether: the shop may deny the app", forbidden, forbidden, UnavailableError],
  ["forbidden, and the refresh token is refused: the app is gone", forbidden, inactive, UnauthorizedError],
  ["forbidden, and no answer to the renewal", forbidden, { status: 502 }, UnavailableError],
  ["a refused token", json(401, {}), inactive, UnauthorizedError],
  ["403 for the token", json(403, { errors: "[API] Non-expiring access tokens are …" }), renewed, UnauthorizedError],
  ["a closed shop", json(404, {}), renewed, UnauthorizedError],
])("%s says nothing about the address", async (_name, admin, renewal, kind) => {
  await expect((await shopWith(admin, renewal)).check()).rejects.toBeInstanceOf(kind);
});
