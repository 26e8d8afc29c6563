import { expect } from "vitest";
import { fetchToken } from "../../../app/print-service/index.ts";
import { DEFAULT_ACCOUNT } from "../../../sandbox/print-service/index.ts";
import { TODAY } from "../dialects.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { CREATE, DAY, DETAIL, LIST, PRICE, REFERENCE, TOKEN } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const PRICED = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "MUG-11OZ", quantity: 1 }] };
const EVENTS = { endpoint: "https://app.example/e", active: true, accessKey: "X-Conf-Key", accessToken: "t-1" };

/** One call of each endpoint, by the path that it goes to. */
const CALLS: Record<string, (harness: ClientHarness) => Promise<unknown>> = {
  [CREATE]: (harness) => harness.create(),
  [PRICE]: (harness) => harness.account.testPrice(PRICED),
  [LIST]: (harness) => harness.account.list({ ...DAY, limit: 50, page: 1 }),
  [DETAIL]: (harness) => harness.account.detail({ reference: REFERENCE, date: TODAY }),
  "/cdn/api/webhook/v1/register": (harness) => harness.account.createRegistration("tracking", EVENTS),
  "/cdn/api/webhook/v1/register-update-order": (harness) => harness.account.createRegistration("order_status", EVENTS),
};
const callAll = async (harness: ClientHarness) => {
  for (const call of Object.values(CALLS)) await call(harness);
};
const method = (expected: "GET" | "POST", path: string) => async (harness: ClientHarness) => {
  await CALLS[path]?.(harness);
  expect(harness.last(path).method).toBe(expected);
};
/** Exactly the token that the service gave, under the header's name of this prefix. */
const header =
  (path: string): Check<ClientHarness> =>
  async (harness) => {
    await CALLS[path]?.(harness);
    const other = harness.dialect.prefix === "svc" ? "zq" : "svc";
    const { headers } = harness.last(path);
    expect(headers[`${harness.dialect.prefix}-access-token`]).toMatch(/^[\w-]{20,}$/);
    expect(headers).not.toHaveProperty(`${other}-access-token`);
  };
/** What the token's endpoint is asked with, by that method. */
async function asked(harness: ClientHarness, tokenMethod: "post" | "get") {
  await fetchToken({ ...harness.config, tokenMethod }, DEFAULT_ACCOUNT);
  return { ...harness.last(TOKEN), fields: harness.fields(TOKEN) };
}
const sends =
  (field: "email" | "password", tokenMethod?: "post" | "get"): Check<ClientHarness> =>
  async (harness) =>
    expect((await asked(harness, tokenMethod ?? harness.dialect.tokenMethod)).fields).toMatchObject({
      [field]: DEFAULT_ACCOUNT[field],
    });
const reads =
  (tokenMethod: "post" | "get"): Check<ClientHarness> =>
  async (harness) =>
    expect(await fetchToken({ ...harness.config, tokenMethod }, DEFAULT_ACCOUNT)).toMatch(/^[\w-]{20,}$/);
const register = Object.keys(CALLS).slice(4);

export const TOKEN_CHECKS: Checks<ClientHarness> = {
  "2.1/email": sends("email"),
  "2.1/password": sends("password"),
  "2.2/access_token": reads("post"),
  "4/base": async (harness) => {
    await callAll(harness);
    await fetchToken({ ...harness.config, baseUrl: `${harness.config.baseUrl}/` }, DEFAULT_ACCOUNT);
    for (const { path } of harness.requests) expect(path).toMatch(/^\/cdn\/api\/[a-z]/);
  },
  "4/token-header": async (harness) => {
    for (const path of Object.keys(CALLS)) await header(path)(harness);
  },
  "4/token-without-header": async (harness) => {
    await callAll(harness);
    expect(harness.last(TOKEN).headers).not.toHaveProperty(`${harness.dialect.prefix}-access-token`);
  },
  "4/get-encoding-open": async (harness) => {
    await callAll(harness);
    await asked(harness, "get");
    for (const path of [LIST, DETAIL, TOKEN]) {
      const { query, body } = harness.last(path);
      const inQuery = harness.dialect.getParams === "query";
      expect([Object.keys(query).length > 0, body !== ""]).toEqual([inQuery, !inQuery]);
    }
  },
  "4/content-type-open": async (harness) => {
    await callAll(harness);
    const posts = harness.requests.filter((request) => request.method === "POST");
    for (const { headers } of posts) expect(headers["content-type"]).toBe("application/json");
  },
  "4.1/post": async (harness) => expect((await asked(harness, "post")).method).toBe("POST"),
  "4.1/email": sends("email", "post"),
  "4.1/password": sends("password", "post"),
  "4.1/answer": reads("post"),
  "4.2/get": async (harness) => expect((await asked(harness, "get")).method).toBe("GET"),
  "4.2/email": sends("email", "get"),
  "4.2/password": sends("password", "get"),
  "4.2/answer": reads("get"),
  "4.3/post": method("POST", CREATE),
  "4.3/header": header(CREATE),
  "4.4/post": method("POST", PRICE),
  "4.4/header": header(PRICE),
  "4.5/get": method("GET", LIST),
  "4.5/header": header(LIST),
  "4.6/get": method("GET", DETAIL),
  "4.6/header": header(DETAIL),
  "4.7/post": method("POST", register[0] ?? ""),
  "4.7/header": header(register[0] ?? ""),
  "4.8/post": method("POST", register[1] ?? ""),
  "4.8/header": header(register[1] ?? ""),
  "5/1": async (harness) => {
    await reads("post")(harness);
    await reads("get")(harness);
  },
  "5/2": header(LIST),
  "5/lifetime-open": async (harness) => {
    await callAll(harness);
    harness.standIn.revokeTokens();
    await Promise.all(Array.from({ length: 10 }, async () => CALLS[LIST]?.(harness)));
    expect(harness.standIn.state().tokensIssued).toBe(2);
  },
  "9/v1": async (harness) => {
    await callAll(harness);
    for (const { path } of harness.requests) expect(path).toMatch(/^\/cdn\/api\/(auth|orders|webhook)\/v1\/[a-z-]+$/);
  },
};
