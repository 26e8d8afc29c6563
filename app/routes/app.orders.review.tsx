import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { REVIEW } from "../components/order-details/review-item.tsx";
import { ReviewView } from "../components/order-details/review-view.tsx";
import { approveReviews } from "../orders/actions/approve-reviews.ts";
import { REVIEW_APPROVALS, REVIEW_LIMIT } from "../orders/actions/review-approvals.ts";
import { readReviewQueue } from "../orders/pages/review/review-queue.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { submissionIdSchema } from "../ports/ids.ts";

export const meta: MetaFunction = () => [{ title: REVIEW.title }];

/** `?order=`: the number of an order to begin with. The queue itself shows no buyer's data: each order is loaded by itself. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const { searchParams } = new URL(request.url);
  const number = searchParams.get("order");
  const first = number !== null && /^\d{1,20}$/.test(number) ? gidOf("Order", number) : null;
  return { queue: await readReviewQueue(ctx, shop.id, { first, after: searchParams.get("after") }) };
}

const bodySchema = z.object({
  action: z.enum(REVIEW_APPROVALS),
  reviews: z
    .array(z.object({ submissionId: submissionIdSchema, seen: z.array(z.string().max(500)).max(1_000) }))
    .min(1)
    .max(REVIEW_LIMIT),
});

/** `POST {action, reviews}`: approves what was shown of one order, or of several. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const { action, reviews } = await readJson(request, bodySchema);
  const results = await approveReviews(ctx, { shopId: shop.id, userId }, action, reviews);
  requestStaffName();
  return json({ results });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

export default function Review() {
  const bridge = useAppBridge();
  return <ReviewView {...useLoaderData<typeof loader>()} onToast={(message) => bridge.toast.show(message)} />;
}
