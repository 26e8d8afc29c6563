import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr } from "../components/common/request-failed.ts";
import { readPersonalization, type Personalization } from "../orders/pages/details/personalization.ts";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";

/** The customer's texts to review, read from Shopify. The order's page loads them once it is shown. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const personalization = requireOrder(await readPersonalization(ctx, shop, shopifyGid));
  await logAccess({ view: "personalization", orderGids: [shopifyGid] });
  return personalization;
}

export const clientLoader = loadOr<Personalization>(() => ({ status: "unreadable" }));

/** The page reloads the texts when other reviews open: its auto-refresh must not call Shopify every time. */
export const shouldRevalidate = () => false;
