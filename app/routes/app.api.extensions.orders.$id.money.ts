import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import { orderMoney } from "../extension-api/order-responses.ts";
import type { OrderMoney } from "../extension-api/responses.ts";
import { SHOWN_PRICE_MAX_AGE_MS, readOrderPrice } from "../orders/pages/details/order-price.ts";
import { gidOf } from "../ports/gid.ts";
import { submissionIdSchema } from "../ports/ids.ts";

/** `GET …/money?submission=<id>`: cost and margin. The block loads them once it is shown, since the print service is slow. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, async ({ ctx, shop }): Promise<OrderMoney> => {
    const submissionId = submissionIdSchema.safeParse(new URL(request.url).searchParams.get("submission"));
    const price =
      submissionId.success &&
      (await readOrderPrice(ctx, shop, {
        shopifyGid: gidOf("Order", params["id"]),
        submissionId: submissionId.data,
        maxAgeMs: SHOWN_PRICE_MAX_AGE_MS,
      }));
    return price ? orderMoney(price) : { cost: null, costLabel: null, margin: null, messages: [] };
  });
}
