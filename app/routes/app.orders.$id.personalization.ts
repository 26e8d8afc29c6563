import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPersonalization } from "../orders/pages/details/personalization.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";

/** The customer's texts that wait for a look, read from Shopify; asked for by the order's page once that is there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const personalization = await readPersonalization(ctx, shop, gidOf("Order", params["id"]));
  if (!personalization) throw new Response("This shop has no such order here.", { status: 404 });
  return personalization;
}

/** The page asks again when another text waits; watching an order must not ask Shopify every time. */
export const shouldRevalidate = () => false;
