/** The Shopify SDK for the pages: the one instance of this process. */
import { theServices } from "./services.server.ts";

const { core, shopifyApp } = theServices();

export const authenticate = shopifyApp.authenticate;
export const addDocumentResponseHeaders = shopifyApp.addDocumentResponseHeaders;
/** The client id, which App Bridge wants. */
export const apiKey = core.env.shopify.apiKey;
