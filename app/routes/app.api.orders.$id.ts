import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { ACTS, type Act } from "../orders/person/acts.ts";
import { readShop } from "../orders/shop-row.ts";
import { viewOrder } from "../orders/view/order-view.ts";
import { theServices } from "../services.server.ts";
import { authenticate } from "../shopify.server.ts";

/** `GET /app/api/orders/<Shopify's order number>`: the order as we know it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await whose(request);
  const order = await viewOrder(ctx, shop.id, `gid://shopify/Order/${params["id"]}`);
  return order ? json(order) : json({ message: "This shop has no such order here." }, 404);
}

const wanted = z.object({
  act: z.enum(Object.keys(ACTS) as [Act, ...Act[]]),
  submissionId: z.uuid(),
});

const STATUS = { done: 200, not_found: 404, not_now: 409 } as const;

/** `POST` of `{act, submissionId}`: what a person may do with one submission of the order. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whose(request);
  const read = wanted.safeParse(await request.json().catch(() => null));
  if (!read.success) return json({ message: `Say what to do (${Object.keys(ACTS).join(", ")}) and with which submission.` }, 400);
  const { act, submissionId } = read.data;
  const acted = await ACTS[act](ctx, { shopId: shop.id, submissionId });
  return json({ acted }, STATUS[acted]);
}

async function whose(request: Request) {
  const { session } = await authenticate.admin(request);
  const { ctx } = theServices().core;
  const shop = await readShop(ctx.db, { domain: session.shop });
  if (!shop) throw json({ message: "The app is not installed in this shop." }, 404);
  return { ctx, shop };
}
