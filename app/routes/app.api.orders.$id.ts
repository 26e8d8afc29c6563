import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { ACTS, type Act } from "../orders/actions/actions.ts";
import { viewOrder } from "../orders/pages/details/order-api-view.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

/** `GET /app/api/orders/<Shopify's order number>`: the order as we know it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const order = await viewOrder(ctx, shop.id, `gid://shopify/Order/${params["id"]}`);
  return order ? json(order) : json({ message: "This shop has no such order here." }, 404);
}

const wanted = z.object({
  act: z.enum(Object.keys(ACTS) as [Act, ...Act[]]),
  submissionId: z.uuid(),
});

const STATUS = { done: 200, not_found: 404, not_now: 409 } as const;

/** `POST {act, submissionId}`: what a person may do with one submission of the order. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const { act, submissionId } = await readJson(request, wanted);
  const acted = await ACTS[act](ctx, { shopId: shop.id, submissionId });
  return json({ acted }, STATUS[acted]);
}
