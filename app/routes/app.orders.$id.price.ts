import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { loadOr } from "../components/common/request-failed.ts";
import { SHOWN_PRICE_MAX_AGE_MS, readOrderPrice, type OrderPrice } from "../orders/pages/details/order-price.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { submissionIdSchema } from "../ports/ids.ts";

const querySchema = z.object({ submission: submissionIdSchema, fresh: z.literal("1").optional() });

/** The price of one submission. The order's page loads it where none is known, or an older one; `fresh=1` skips the cache. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) throw new Response("Which submission?", { status: 400 });
  const price = await readOrderPrice(ctx, shop, {
    shopifyGid: gidOf("Order", params["id"]),
    submissionId: query.data.submission,
    maxAgeMs: query.data.fresh ? 0 : SHOWN_PRICE_MAX_AGE_MS,
  });
  if (!price) throw new Response("This order has no such submission.", { status: 404 });
  return price;
}

export const clientLoader = loadOr<OrderPrice>(() => ({
  ...{
    priced: { status: "unavailable" },
    margin: null,
    fasterShipping: false,
    fasterShippingCost: null,
    service: null,
    activeSubmissions: 0,
    orderCost: null,
    earned: null,
  },
  now: new Date().toISOString(),
}));

/** The page reloads the price when needed: its auto-refresh must not call the print service every time. */
export const shouldRevalidate = () => false;
