import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { forExtension, type Asking } from "../http/extension-endpoint.server.ts";
import { actAnswer } from "../extension-api/action-response.ts";
import type { ActAnswer, OrderCard } from "../extension-api/responses.ts";
import { orderCard, unknownOrder } from "../extension-api/order-card.ts";
import { ACTS, type Act } from "../orders/actions/actions.ts";
import { refreshOrder } from "../orders/actions/refresh-order.ts";
import { readOrderGlance } from "../orders/pages/details/order-summary.ts";
import { readJson } from "../http/require-shop.server.ts";

const gidOf = (number: string) => `gid://shopify/Order/${number}`;

/** `GET /app/api/extensions/orders/<Shopify's order number>`: the order at a glance, for the order block and action. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return forExtension(request, (asking) => readCard(asking, params["id"] ?? ""));
}

const wanted = z.union([
  z.object({ act: z.literal("refresh") }),
  z.object({ act: z.enum(Object.keys(ACTS) as [Act, ...Act[]]), submissionId: z.uuid() }),
]);

/** `POST {act, submissionId?}`: does what a person chose, and shows the order as it is after that. */
export function action({ request, params }: ActionFunctionArgs) {
  return forExtension(request, async (asking): Promise<ActAnswer> => {
    const wish = await readJson(request, wanted);
    const number = params["id"] ?? "";
    const { ctx, shop } = asking;
    const outcome =
      wish.act === "refresh"
        ? { act: wish.act, refreshed: await refreshOrder(ctx, { shopId: shop.id, shopifyGid: gidOf(number) }) }
        : { act: wish.act, acted: await ACTS[wish.act](ctx, { shopId: shop.id, submissionId: wish.submissionId }) };
    return actAnswer(outcome, await readCard(asking, number));
  });
}

async function readCard({ ctx, shop, timezone }: Asking, number: string): Promise<OrderCard> {
  const glance = await readOrderGlance(ctx, shop.id, gidOf(number));
  return glance ? orderCard(glance, number, timezone) : unknownOrder(ctx.clock.now().toISOString());
}
