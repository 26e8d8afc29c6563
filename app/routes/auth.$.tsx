import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOwnAddress } from "../shopify/installation.ts";
import { SHOP_DOMAIN } from "../ports/shopify.ts";
import { appUrl, authenticate } from "../shopify.server.ts";

/** Pages of the SDK itself: /auth/session-token (the bounce page), /auth/exit-iframe. */
export async function loader({ request }: LoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  // App Bridge loads this address with a new id token: only an address of the app may receive the token.
  const reload = searchParams.get("shopify-reload");
  if (reload !== null && !isOwnAddress(reload, appUrl)) return new Response("Invalid address.", { status: 400 });
  // The SDK writes the shop into a header without escaping.
  const shop = searchParams.get("shop");
  if (shop !== null && !SHOP_DOMAIN.test(shop)) return new Response("Invalid shop.", { status: 400 });
  try {
    await authenticate.admin(request);
  } catch (error) {
    // The SDK throws a plain error for an invalid exit-iframe address.
    if (error instanceof Response || !new URL(request.url).pathname.endsWith("/exit-iframe")) throw error;
    return new Response("Invalid address.", { status: 400 });
  }
  return null;
}
