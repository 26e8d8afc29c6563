import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import type { LoadedReview } from "../components/order-details/review-item.tsx";
import { readOrderDetails } from "../orders/pages/details/order-details.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";

/** One order of the review queue, which loads it before the order's turn comes, and again with each refresh. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const decrypt = { ...ctx, parsePrintServiceWebhook: core.parsePrintServiceWebhook };
  const page = await readOrderDetails(ctx, shop.id, shopifyGid, decrypt);
  await logAccess({ view: "order", orderGids: [shopifyGid] });
  return (page ? { status: "read", page } : { status: "gone" }) satisfies LoadedReview;
}

export const clientLoader = loadOr<LoadedReview>(() => ({ status: "unreachable" }));
export const shouldRevalidate = revalidateUnlessFailed;
