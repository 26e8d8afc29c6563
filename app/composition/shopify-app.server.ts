import { readShop } from "../shopify/adapter.ts";
import { createShopifyApp, type ShopifyApp } from "../shopify/sdk.ts";
import { takeUpShop } from "../shops/install.ts";
import type { Core } from "./core.server.ts";

/** The SDK for the embedded pages; each token exchange takes the shop up, again and again without harm. */
export function createEmbeddedApp(core: Core): ShopifyApp {
  const { ctx, env } = core;
  return createShopifyApp({
    ...env.shopify,
    sessions: core.sessions,
    log: core.log,
    async onInstalled(shop, scopes) {
      await takeUpShop(ctx, shop, scopes, (domain) => readShop(core.adminClient, domain));
    },
  });
}
