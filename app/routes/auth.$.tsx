import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOwnAddress } from "../shopify/own-address.ts";
import { appUrl, authenticate } from "../shopify.server.ts";

/** Pages of the SDK itself: /auth/session-token (the bounce page), /auth/exit-iframe. */
export async function loader({ request }: LoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  // App Bridge loads this address with a new id token in it: only ours may get that.
  const reload = searchParams.get("shopify-reload");
  if (reload !== null && !isOwnAddress(reload, appUrl)) return new Response("Whose address?", { status: 400 });
  // The SDK writes the shop into a header as it is.
  const shop = searchParams.get("shop");
  if (shop !== null && !SHOP.test(shop)) return new Response("Which shop?", { status: 400 });
  try {
    await authenticate.admin(request);
  } catch (error) {
    // The SDK refuses a way out of the frame by an error; it asks nobody about it.
    if (error instanceof Response || !new URL(request.url).pathname.endsWith("/exit-iframe")) throw error;
    return new Response("Whose address?", { status: 400 });
  }
  return null;
}

const SHOP = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;
