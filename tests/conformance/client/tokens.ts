import { expect } from "vitest";
import { fetchToken } from "../../../app/print-service/index.ts";
import { DEFAULT_ACCOUNT } from "../../../sandbox/print-service/index.ts";
import { TODAY } from "../dialects.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { CREATE, DAY, DETAIL, LIST, PRICE, REFERENCE, TOKEN } from "./harness.testing.ts";
import type { ClientWorld } from "./harness.testing.ts";

const PRICED = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "MUG-11OZ", quantity: 1 }] };
const EVENTS = { endpoint: "https://app.example/e", active: true, accessKey: "X-Conf-Key", accessToken: "t-1" };

/** One call of each endpoint, by the path that it goes to. */
const CALLS: Record<string, (world: ClientWorld) => Promise<unknown>> = {
  [CREATE]: (world) => world.create(),
  [PRICE]: (world) => world.account.testPrice(PRICED),
  [LIST]: (world) => world.account.list({ ...DAY, limit: 50, page: 1 }),
  [DETAIL]: (world) => world.account.detail({ reference: REFERENCE, date: TODAY }),
  "/cdn/api/webhook/v1/register": (world) => world.account.createRegistration("tracking", EVENTS),
  "/cdn/api/webhook/v1/register-update-order": (world) => world.account.createRegistration("order_status", EVENTS),
};
const callAll = async (world: ClientWorld) => {
  for (const call of Object.values(CALLS)) await call(world);
};
const method = (wanted: "GET" | "POST", path: string) => async (world: ClientWorld) => {
  await CALLS[path]?.(world);
  expect(world.last(path).method).toBe(wanted);
};
/** Exactly the token that the service gave, under the header's name of this prefix. */
const header =
  (path: string): Check<ClientWorld> =>
  async (world) => {
    await CALLS[path]?.(world);
    const other = world.dialect.prefix === "svc" ? "zq" : "svc";
    const { headers } = world.last(path);
    expect(headers[`${world.dialect.prefix}-access-token`]).toMatch(/^[\w-]{20,}$/);
    expect(headers).not.toHaveProperty(`${other}-access-token`);
  };
/** What the token's endpoint is asked with, by that method. */
async function asked(world: ClientWorld, tokenMethod: "post" | "get") {
  await fetchToken({ ...world.config, tokenMethod }, DEFAULT_ACCOUNT);
  return { ...world.last(TOKEN), fields: world.fields(TOKEN) };
}
const sends =
  (field: "email" | "password", tokenMethod?: "post" | "get"): Check<ClientWorld> =>
  async (world) =>
    expect((await asked(world, tokenMethod ?? world.dialect.tokenMethod)).fields).toMatchObject({
      [field]: DEFAULT_ACCOUNT[field],
    });
const reads =
  (tokenMethod: "post" | "get"): Check<ClientWorld> =>
  async (world) =>
    expect(await fetchToken({ ...world.config, tokenMethod }, DEFAULT_ACCOUNT)).toMatch(/^[\w-]{20,}$/);
const register = Object.keys(CALLS).slice(4);

export const TOKEN_CHECKS: Checks<ClientWorld> = {
  "2.1/email": sends("email"),
  "2.1/password": sends("password"),
  "2.2/access_token": reads("post"),
  "4/base": async (world) => {
    await callAll(world);
    await fetchToken({ ...world.config, baseUrl: `${world.config.baseUrl}/` }, DEFAULT_ACCOUNT);
    for (const { path } of world.requests) expect(path).toMatch(/^\/cdn\/api\/[a-z]/);
  },
  "4/token-header": async (world) => {
    for (const path of Object.keys(CALLS)) await header(path)(world);
  },
  "4/token-without-header": async (world) => {
    await callAll(world);
    expect(world.last(TOKEN).headers).not.toHaveProperty(`${world.dialect.prefix}-access-token`);
  },
  "4/get-encoding-open": async (world) => {
    await callAll(world);
    await asked(world, "get");
    for (const path of [LIST, DETAIL, TOKEN]) {
      const { query, body } = world.last(path);
      const inQuery = world.dialect.getParams === "query";
      expect([Object.keys(query).length > 0, body !== ""]).toEqual([inQuery, !inQuery]);
    }
  },
  "4/content-type-open": async (world) => {
    await callAll(world);
    const posts = world.requests.filter((request) => request.method === "POST");
    for (const { headers } of posts) expect(headers["content-type"]).toBe("application/json");
  },
  "4.1/post": async (world) => expect((await asked(world, "post")).method).toBe("POST"),
  "4.1/email": sends("email", "post"),
  "4.1/password": sends("password", "post"),
  "4.1/answer": reads("post"),
  "4.2/get": async (world) => expect((await asked(world, "get")).method).toBe("GET"),
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
  "5/1": async (world) => {
    await reads("post")(world);
    await reads("get")(world);
  },
  "5/2": header(LIST),
  "5/lifetime-open": async (world) => {
    await callAll(world);
    world.standIn.revokeTokens();
    await Promise.all(Array.from({ length: 10 }, async () => CALLS[LIST]?.(world)));
    expect(world.standIn.state().tokensIssued).toBe(2);
  },
  "9/v1": async (world) => {
    await callAll(world);
    for (const { path } of world.requests) expect(path).toMatch(/^\/cdn\/api\/(auth|orders|webhook)\/v1\/[a-z-]+$/);
  },
};
