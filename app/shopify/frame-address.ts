import { SHOP_DOMAIN } from "../ports/shopify.ts";
import { isOwnAddress } from "./installation.ts";

/**
 * The address of a page with the parameters that Shopify's frame needs; null where the request has them, or nothing tells them.
 * A link that is clicked before its page has hydrated is loaded by the browser, without them. They are taken from the page that the
 * Referer header names, if that is the app's own: without them the SDK leads to the start page, which may not be framed. There is no
 * id token among them: the SDK gets a new one (shopify: bounce page).
 */
export function frameAddressOf(request: Request, appUrl: string): string | null {
  const { pathname, searchParams } = new URL(request.url);
  // What the page's scripts ask for has its id token in the header.
  if (request.method !== "GET" || request.headers.has("authorization") || searchParams.has("shop")) return null;
  const referer = request.headers.get("referer") ?? "";
  if (!isOwnAddress(referer, appUrl)) return null;
  const known = new URL(referer).searchParams;
  const [shop, host] = [known.get("shop") ?? "", known.get("host") ?? ""];
  if (!SHOP_DOMAIN.test(shop) || host === "") return null;
  searchParams.set("shop", shop);
  searchParams.set("host", host);
  // A tab of its own is no frame: the SDK leads it to the admin.
  if (request.headers.get("sec-fetch-dest") !== "document") searchParams.set("embedded", "1");
  // With the origin: a path that begins with two slashes would name another host.
  return `${new URL(appUrl).origin}${pathname}?${searchParams}`;
}
