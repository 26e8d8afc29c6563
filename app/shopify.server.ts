/** The Shopify SDK for the pages: the one instance of this process. */
import { theServices } from "./services.server.ts";

const { core, shopifyApp } = theServices();

export const authenticate = shopifyApp.authenticate;
export const addDocumentResponseHeaders = shopifyApp.addDocumentResponseHeaders;
export const { appUrl } = core.env.shopify;
/** What the page needs to load App Bridge. */
export const appBridge = { apiKey: core.env.shopify.apiKey, url: core.env.shopify.appBridgeUrl };
