import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import type { OrderApplies } from "../extension-api/responses.ts";
import { isForPrint } from "../orders/pages/details/order-details.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET …/applies`: whether the admin offers the order action. The admin requests this before it shows the menu. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, async ({ ctx, shop }): Promise<OrderApplies> => ({
    applies: await isForPrint(ctx, shop.id, gidOf("Order", params["id"])),
  }));
}
