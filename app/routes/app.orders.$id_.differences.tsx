import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { useOrderRequests } from "../components/order-details/actions.tsx";
import { COMPARE } from "../components/order-details/copy.ts";
import { DifferencesView } from "../components/order-details/differences-view.tsx";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { readDifferences } from "../orders/pages/details/differences.ts";
import { readOrderDetails } from "../orders/pages/details/order-details.ts";
import { gidOf } from "../ports/gid.ts";

export const meta: MetaFunction = () => [{ title: COMPARE.open }];

/** What was sent, what the print service has, and what Shopify says now: read when the page opens, and after each action. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const decrypt = { ...ctx, parsePrintServiceWebhook: core.parsePrintServiceWebhook };
  const [page, differences] = await Promise.all([
    readOrderDetails(ctx, shop.id, shopifyGid, decrypt),
    readDifferences(ctx, shop, shopifyGid, decrypt),
  ]);
  const read = { page: requireOrder(page), differences: requireOrder(differences) };
  for (const view of ["order", "shopify_address", "personalization"] as const)
    await logAccess({ view, orderGids: [shopifyGid] });
  return read;
}

export const shouldRevalidate = revalidateUnlessFailed;

export default function DifferencesRoute() {
  const { page, differences } = useLoaderData<typeof loader>();
  return <DifferencesView page={page} differences={differences} requests={useOrderRequests(page.number)} />;
}
