import { ServerResponse } from "node:http";

/**
 * Preload of the app's process in the sandbox: the page that frames the app is the stand-in's, and App Bridge is the
 * stand-in's, too. What the app says to the browser about Shopify's hosts is led there, as `reroute.ts` leads its
 * requests.
 */
const standIn = process.env["INKBRIDGE_SHOPIFY_STANDIN"];

type Value = number | string | readonly string[];

/** Shopify's hosts that a page may use, besides those of App Bridge: pictures, and the place for uploads. */
const HOSTS = /frame-ancestors(?! 'none')|https:\/\/(?:cdn\.shopify|shopify-staged-uploads\.storage\.googleapis)\.com/g;

/** Lets the stand-in frame the app, show its pictures, take uploads, and preload its App Bridge instead of Shopify's. */
export function allowStandIn(origin: string, name: string, value: Value): Value {
  if (typeof value !== "string") return value;
  if (/^content-security-policy$/i.test(name)) {
    return value.replace(HOSTS, `$& ${origin}`);
  }
  if (/^link$/i.test(name)) return value.replaceAll("https://cdn.shopify.com/shopifycloud/", `${origin}/`);
  return value;
}

if (standIn) {
  const { origin } = new URL(standIn);
  const { setHeader } = ServerResponse.prototype;
  ServerResponse.prototype.setHeader = function (name, value) {
    return setHeader.call(this, name, allowStandIn(origin, name, value));
  };
}
