import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createReadIdToken, rejectionOf } from "./id-token.ts";

const NOW_S = 1_800_000_000;
const read = createReadIdToken({ apiKey: "the-app", apiSecret: "the secret" }, () => NOW_S * 1000);

const CLAIMS = {
  aud: "the-app",
  iss: "https://one.myshopify.com/admin",
  dest: "https://one.myshopify.com",
  nbf: NOW_S - 1,
  exp: NOW_S + 59,
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function token(over: Record<string, unknown> = {}, secret = "the secret", alg = "HS256"): string {
  const text = `${encode({ alg, typ: "JWT" })}.${encode({ ...CLAIMS, ...over })}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

test("of Shopify's tells the shop, within the tolerance of clocks", () => {
  expect(read(token())).toEqual({ shop: "one.myshopify.com" });
  expect(read(token({ dest: "https://One.myshopify.com" }))).toEqual({ shop: "one.myshopify.com" });
  expect(read(token({ exp: NOW_S - 9 }))).not.toBeNull();
  expect(read(token({ nbf: NOW_S + 9 }))).not.toBeNull();
});

test.each([
  ["signed with another secret", token({}, "guessed")],
  ["for another app", token({ aud: "another" })],
  ["for many apps", token({ aud: ["the-app"] })],
  ["that ended", token({ exp: NOW_S - 10 })],
  ["from the future", token({ nbf: NOW_S + 11 })],
  ["that says another algorithm", token({}, "the secret", "none")],
  ["without a signature", `${token().split(".").slice(0, 2).join(".")}.`],
  [
    "whose claims were changed",
    token().replace(/\.[^.]+\./, `.${encode({ ...CLAIMS, dest: "https://two.myshopify.com" })}.`),
  ],
  ["with something after it", `${token()}.x`],
  ["without end", "x".repeat(1_000_000)],
  ["that is none", "x"],
  ["that is empty", ""],
])("%s is none", (_what, given) => {
  expect(read(given)).toBeNull();
});

test.each([
  "x",
  "",
  5,
  null,
  undefined,
  [],
  {},
  "https://evil.example",
  "https://one.myshopify.com.evil.example",
  "//one.myshopify.com",
  "https://u:p@one.myshopify.com:8/x",
])("with the dest %j names no shop", (dest) => {
  expect(read(token({ dest }))).toEqual({ shop: null });
});

test.each([
  ["without an end", { exp: undefined }],
  ["without a start", { nbf: undefined }],
  ["without an issuer", { iss: undefined }],
  ["issued by another shop", { iss: "https://two.myshopify.com/admin" }],
  ["issued by the shop's name on another host", { iss: "https://one.myshopify.com.example/admin" }],
])("%s is for no shop, and opens nothing that the SDK would open", (_what, over) => {
  expect(read(token(over))).toEqual({ shop: null });
  const request = new Request("https://app.example/app", { headers: { authorization: `Bearer ${token(over)}` } });
  expect(rejectionOf(request, read)?.status).toBe(401);
});
