import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { denialText } from "../components/settings/permissions-copy.ts";
import { isForEveryone } from "../http/action-permissions.server.ts";
import { handleExtensionRequest, type ExtensionContext } from "../http/extension-endpoint.server.ts";
import { actionResponse, orderCard, unknownOrder } from "../extension-api/order-responses.ts";
import type { ActionResponse, OrderCard } from "../extension-api/responses.ts";
import { ACTIONS, submissionActionSchema } from "../orders/actions/actions.ts";
import { refreshOrder } from "../orders/actions/refresh-order.ts";
import { readOrderDetails } from "../orders/pages/details/order-details.ts";
import { readJson } from "../http/read-request.server.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET /app/api/extensions/orders/<Shopify's order number>`: the order's card, for the order block and action. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, (context) => readCard(context, params["id"] ?? ""));
}

const bodySchema = z.union([z.object({ action: z.literal("refresh") }), submissionActionSchema]);

/** `POST {action, submissionId?}`: performs the action and answers with the order as it is afterwards. */
export function action({ request, params }: ActionFunctionArgs) {
  return handleExtensionRequest(request, async (context): Promise<ActionResponse> => {
    const body = await readJson(request, bodySchema);
    const number = params["id"] ?? "";
    const { ctx, shop, userId, requestStaffName } = context;
    if (body.action === "refresh") {
      const refreshed = await refreshOrder(ctx, { shopId: shop.id, shopifyGid: gidOf("Order", number) });
      return actionResponse({ action: body.action, ...refreshed }, await readCard(context, number));
    }
    const { action, submissionId, seen } = body;
    const result = await ACTIONS[action](ctx, { shopId: shop.id, submissionId, seen, userId });
    requestStaffName();
    return actionResponse({ action, result }, await readCard(context, number));
  });
}

/** Without what the person may not do: the card says whom to ask instead. */
async function readCard({ ctx, shop, timezone, readDenied }: ExtensionContext, number: string): Promise<OrderCard> {
  const [order, { approve }] = await Promise.all([
    readOrderDetails(ctx, shop.id, gidOf("Order", number)),
    readDenied(),
  ]);
  if (!order) return unknownOrder(ctx.clock.now().toISOString());
  const card = orderCard(order, timezone);
  if (!approve) return card;
  const actions = card.actions.filter(({ action }) => isForEveryone(action));
  return { ...card, actions, message: `${card.message} ${denialText("approve", [])}` };
}
