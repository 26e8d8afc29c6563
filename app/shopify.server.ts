/** The Shopify SDK for the pages: the one instance of this process. */
import { redirect } from "@remix-run/node";
import { theServices } from "./composition/services.server.ts";
import { frameAddressOf } from "./shopify/frame-address.ts";
import { rejectionOf } from "./shopify/id-token.ts";

const { core, shopifyApp, readIdToken } = theServices();

export const authenticate = {
  /** The SDK's own, for requests that it can judge. @throws Response */
  async admin(request: Request) {
    const rejection = rejectionOf(request, readIdToken);
    if (rejection) throw rejection;
    const frameAddress = frameAddressOf(request, appUrl);
    if (frameAddress) throw redirect(frameAddress);
    return shopifyApp.authenticate.admin(request);
  },
};
export const addDocumentResponseHeaders = shopifyApp.addDocumentResponseHeaders;
export const { appUrl } = core.env.shopify;
/** What the page needs to load App Bridge. */
export const appBridge = { apiKey: core.env.shopify.apiKey, url: core.env.shopify.appBridgeUrl };
