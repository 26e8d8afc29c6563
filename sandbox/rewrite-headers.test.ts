import { expect, test } from "vitest";
import { allowStandIn } from "./rewrite-headers.ts";

const HERE = "http://127.0.0.1:4000";

test("the stand-in may frame what Shopify may frame", () => {
  const policy = "frame-ancestors https://moon.myshopify.com https://admin.shopify.com;";
  expect(allowStandIn(HERE, "Content-Security-Policy", policy)).toBe(
    `frame-ancestors ${HERE} https://moon.myshopify.com https://admin.shopify.com;`,
  );
});

test("pictures may come from the stand-in where they may come from Shopify", () => {
  expect(allowStandIn(HERE, "Content-Security-Policy", "img-src 'self' https://cdn.shopify.com")).toBe(
    `img-src 'self' https://cdn.shopify.com ${HERE}`,
  );
});

test("files may be uploaded to the stand-in where they may be uploaded to Shopify", () => {
  const policy = "connect-src 'self' https://shopify-staged-uploads.storage.googleapis.com";
  expect(allowStandIn(HERE, "Content-Security-Policy", policy)).toBe(`${policy} ${HERE}`);
});

test("what nobody may frame stays so", () => {
  expect(allowStandIn(HERE, "content-security-policy", "frame-ancestors 'none';")).toBe("frame-ancestors 'none';");
});

test("App Bridge is preloaded from the stand-in", () => {
  const link = '<https://cdn.shopify.com/shopifycloud/app-bridge.js>; rel="preload"; as="script";';
  expect(allowStandIn(HERE, "Link", link)).toBe(`<${HERE}/app-bridge.js>; rel="preload"; as="script";`);
});

test("other headers are ignored", () => {
  expect(allowStandIn(HERE, "location", "https://cdn.shopify.com/shopifycloud/x")).toBe(
    "https://cdn.shopify.com/shopifycloud/x",
  );
  expect(allowStandIn(HERE, "set-cookie", ["a", "b"])).toEqual(["a", "b"]);
});
