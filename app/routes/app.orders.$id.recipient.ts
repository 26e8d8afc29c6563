import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr } from "../components/common/request-failed.ts";
import { readRecipientNow, type RecipientNow } from "../orders/pages/details/live-snapshot.ts";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";

/** The address that Shopify has now. The order's page loads it where it is compared with the one that was sent. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const recipient = requireOrder(await readRecipientNow(ctx, shop, shopifyGid));
  await logAccess({ view: "shopify_address", orderGids: [shopifyGid] });
  return recipient;
}

export const clientLoader = loadOr<RecipientNow>(() => ({ current: { status: "unreadable" }, printServiceEmail: "" }));

/** The page reloads it when other reasons open: its auto-refresh must not call Shopify every time. */
export const shouldRevalidate = () => false;
