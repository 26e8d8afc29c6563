import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { useOrderRequests } from "../components/order-details/actions.tsx";
import { PAGE } from "../components/order-details/copy.ts";
import { OrderView } from "../components/order-details/order-view.tsx";
import { usePrice } from "../components/order-details/price-card.tsx";
import { usePersonalization } from "../components/order-details/order-texts.tsx";
import { warningMessage } from "../components/products/copy.ts";
import { ACTIONS, submissionActionSchema } from "../orders/actions/actions.ts";
import { LINE_ACTIONS, type LineAction } from "../orders/actions/exclude-line.ts";
import { ORDER_ACTIONS } from "../orders/actions/order-actions.ts";
import type { ActionResult } from "../orders/core/order-rows.ts";
import { ORDER_ACTION_NAMES } from "../orders/core/attention-registry.ts";
import { receiveMissing, refreshOrder } from "../orders/actions/refresh-order.ts";
import { readOrderDetails } from "../orders/pages/details/order-details.ts";
import { readKnownOrderPrice } from "../orders/pages/details/order-price.ts";
import { ACTION_STATUS } from "../http/responses.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { orderLineIdSchema } from "../ports/ids.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? PAGE.title(data.page.name) : PAGE.back },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop, logAccess } = await requireShop(request);
  const shopifyGid = gidOf("Order", params["id"]);
  const decrypt = { ...ctx, parsePrintServiceWebhook: core.parsePrintServiceWebhook, warningText: warningMessage };
  const read = () => readOrderDetails(ctx, shop.id, shopifyGid, decrypt);
  const page = (await read()) ?? ((await receiveMissing(ctx, { shopId: shop.id, shopifyGid })) ? await read() : null);
  if (!page) throw new Response(PAGE.notFound, { status: 404 });
  const { currentSubmissionId: submissionId } = page;
  const [price] = await Promise.all([
    submissionId && readKnownOrderPrice(ctx, shop, { shopifyGid, submissionId }),
    logAccess({ view: "order", orderGids: [shopifyGid] }),
  ]);
  return { page, price };
}

const bodySchema = z.union([
  z.object({ action: z.literal("refresh") }),
  z.object({ action: z.enum(ORDER_ACTION_NAMES) }),
  z.object({ action: z.enum(Object.keys(LINE_ACTIONS) as [LineAction, ...LineAction[]]), lineId: orderLineIdSchema }),
  submissionActionSchema,
]);

export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const actionRequest = await readJson(request, bodySchema);
  const shopifyGid = gidOf("Order", params["id"]);
  const performAction = (
    request: Exclude<z.infer<typeof bodySchema>, { action: "refresh" }>,
  ): Promise<ActionResult> => {
    if ("lineId" in request)
      return LINE_ACTIONS[request.action](ctx, { shopId: shop.id, lineId: request.lineId, userId });
    if ("submissionId" in request) {
      const { submissionId, seen } = request;
      return ACTIONS[request.action](ctx, { shopId: shop.id, submissionId, seen, userId });
    }
    return ORDER_ACTIONS[request.action](ctx, { shopId: shop.id, shopifyGid, userId });
  };
  if (actionRequest.action === "refresh") {
    const outcome = await refreshOrder(ctx, { shopId: shop.id, shopifyGid });
    return data({ ...outcome, action: actionRequest.action }, ACTION_STATUS[outcome.result]);
  }
  const result = await performAction(actionRequest);
  requestStaffName();
  return data({ result, action: actionRequest.action, refreshed: null }, ACTION_STATUS[result]);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
export const shouldRevalidate = revalidateUnlessFailed;

/** What was said of an order, and typed, goes with its page: the next order has a page of its own. */
export default function OrderRoute() {
  const shown = useLoaderData<typeof loader>();
  return <OrderPage key={shown.page.number} {...shown} />;
}

function OrderPage({ page, price }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const requests = useOrderRequests(page.number);
  return (
    <OrderView page={page} price={usePrice(page, price)} personalization={usePersonalization(page)} {...requests} />
  );
}
