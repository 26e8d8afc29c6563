import type { Shop } from "./model.ts";

/** `inkbridge-dev.myshopify.com` → `inkbridge-dev`, as in the admin's addresses. */
export const handleOf = (shop: Shop): string => shop.domain.replace(/\.myshopify\.com$/, "");

/** Address of a page of the shop's admin, e.g. `adminLink(shop, "orders", id)`. */
export const adminLink = (shop: Shop, ...parts: string[]): string =>
  ["/store", handleOf(shop), ...parts.map(encodeURIComponent)].join("/");

/** Address of a page of the app inside the admin, e.g. `/app/orders`. */
export const appLink = (shop: Shop, path = "/app"): string => `/store/${handleOf(shop)}/apps/inkbridge${path}`;

export const storefrontLink = (shop: Shop, path = ""): string => `/storefront/${handleOf(shop)}${path}`;
