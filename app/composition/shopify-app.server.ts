import { readShop } from "../shopify/adapter.ts";
import { createShopifyApp, type ShopifyApp } from "../shopify/sdk.ts";
import { installShop, keepShopFacts } from "../shops/install.ts";
import type { Core } from "./core.server.ts";

/** The SDK for the embedded pages; each token exchange takes the shop up, again and again without harm. */
export function createEmbeddedApp(core: Core): ShopifyApp {
  const { ctx, env, log } = core;
  return createShopifyApp({
    ...env.shopify,
    sessions: core.sessions,
    async onInstalled(shop, scopes) {
      const installed = await installShop(ctx, shop, scopes);
      if (installed === "known") return;
      log.info({ shop, installed }, "app installed");
      try {
        await keepShopFacts(ctx, shop, await readShop(core.adminClient, shop));
      } catch (error) {
        // Name and currency are for people's eyes: a shop that cannot be asked right now is installed all the same.
        log.warn({ shop, error: error instanceof Error ? error.name : "unknown" }, "shop facts not read");
      }
    },
  });
}
