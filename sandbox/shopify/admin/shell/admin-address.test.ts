import { expect, test } from "vitest";
import { adminAddress } from "./admin-address.ts";

test.for([
  ["shopify://admin/orders/17", "/store/moon/orders/17"],
  ["shopify:admin/products/4", "/store/moon/products/4"],
  ["shopify://admin", "/store/moon"],
  ["https://admin.shopify.com/store/other/apps/inkbridge/app", "/store/moon/apps/inkbridge/app"],
  ["https://other.myshopify.com/admin/orders/17", "/store/moon/orders/17"],
])("%s is a page of the admin", ([url, path]) => {
  expect(adminAddress(url!, "moon")).toBe(path);
});

test.for(["https://elsewhere.example/admin/orders/1", "javascript:alert(1)", "/orders/1", "shopify://checkout"])(
  "%s is none",
  (url) => {
    expect(adminAddress(url, "moon")).toBeNull();
  },
);
