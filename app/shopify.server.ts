/** The Shopify SDK for the pages: one instance, over the services of this process. */
import { theServices } from "./services.server.ts";
import { readShop } from "./shopify/adapter.ts";
import { createShopifyApp } from "./shopify/sdk.ts";
import { takeUpShop } from "./shops/install.ts";

const { core } = theServices();
const { adminClient, ctx, env, sessions } = core;

const shopifyApp = createShopifyApp({
  ...env.shopify,
  sessions,
  onInstalled: async (shop, scopes) => {
    await takeUpShop(ctx, shop, scopes, (domain) => readShop(adminClient, domain));
  },
});

export const authenticate = shopifyApp.authenticate;
export const addDocumentResponseHeaders = shopifyApp.addDocumentResponseHeaders;
/** The client id, which App Bridge wants. */
export const apiKey = env.shopify.apiKey;
