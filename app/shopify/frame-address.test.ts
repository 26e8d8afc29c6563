import { expect, test } from "vitest";
import { frameAddressOf } from "./frame-address.ts";

const APP = "https://inkbridge.example";
const KNOWN = "shop=one.myshopify.com&host=YWRtaW4&embedded=1&id_token=a.b.c";

const addressOf = (path: string, headers: Record<string, string>, method = "GET") =>
  // Behind a proxy, the app sees another scheme and host than the browser.
  frameAddressOf(new Request(`http://10.0.0.7:3000${path}`, { method, headers }), APP);

test("a link in the frame leads to its page with the shop and the host of the page around it, without the id token", () => {
  const referer = `${APP}/app/products?${KNOWN}&tab=all`;
  expect(addressOf("/app/orders?tab=held", { referer })).toBe(
    `${APP}/app/orders?tab=held&shop=one.myshopify.com&host=YWRtaW4&embedded=1`,
  );
  expect(addressOf("//evil.example/app", { referer, "sec-fetch-dest": "iframe" })).toMatch(
    /^https:\/\/inkbridge\.example\/\/evil/,
  );
});

test("a link that opens a tab of its own is not said to be in the frame", () => {
  const referer = `${APP}/app?${KNOWN}`;
  expect(addressOf("/app/orders", { referer, "sec-fetch-dest": "document" })).toBe(
    `${APP}/app/orders?shop=one.myshopify.com&host=YWRtaW4`,
  );
});

test.each<[string, string]>([
  ["another site", `https://evil.example/app?${KNOWN}`],
  ["a host that begins as the app's", `https://inkbridge.example.evil.example/app?${KNOWN}`],
  ["an address with a user", `https://inkbridge.example@evil.example/app?${KNOWN}`],
  ["another scheme", `http://inkbridge.example/app?${KNOWN}`],
  ["Shopify's admin, which tells its origin alone", "https://admin.shopify.com/"],
  ["a page without parameters", `${APP}/app/orders`],
  ["a page without a host", `${APP}/app/orders?shop=one.myshopify.com`],
  ["a shop that is none", `${APP}/app?${KNOWN.replace("one.myshopify.com", "evil.example")}`],
  ["nothing", ""],
])("%s as the referer tells nothing", (_what, referer) => {
  expect(addressOf("/app/orders", { referer })).toBeNull();
});

test("what has its parameters, its id token, or something to change, is left as it is", () => {
  const referer = `${APP}/app?${KNOWN}`;
  expect(addressOf("/app/orders?shop=two.myshopify.com", { referer })).toBeNull();
  expect(addressOf("/app/orders.data", { referer, authorization: "Bearer a.b.c" })).toBeNull();
  expect(addressOf("/app/orders", { referer }, "POST")).toBeNull();
});
