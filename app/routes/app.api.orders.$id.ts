import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { ACTIONS, submissionActionSchema } from "../orders/actions/actions.ts";
import { readOrderDetails } from "../orders/pages/details/order-details.ts";
import { ACTION_STATUS } from "../http/responses.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET /app/api/orders/<Shopify's order number>`: the order's details, without personal data. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const order = await readOrderDetails(ctx, shop.id, gidOf("Order", params["id"]));
  return order ? json(order) : json({ message: "This shop has no such order here." }, 404);
}

/** `POST {action, submissionId, seen?}`: performs the action with one submission of the order. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const { action, submissionId, seen } = await readJson(request, submissionActionSchema);
  const result = await ACTIONS[action](ctx, { shopId: shop.id, submissionId, seen, userId });
  requestStaffName();
  return json({ result }, ACTION_STATUS[result]);
}
