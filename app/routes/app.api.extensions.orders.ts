import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import type { BulkActionResponse } from "../extension-api/responses.ts";
import { BULK_ACTIONS, BULK_LIMIT } from "../orders/actions/bulk-actions.ts";
import { runBulkActionByGid } from "../extension-api/bulk.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import { readJson } from "../http/read-request.server.ts";

const NO_ORDER = "is no order of Shopify";
/** With a number of 20 digits. */
const MAX_LENGTH = 40;
const orderGid = z.string().max(MAX_LENGTH, NO_ORDER).pipe(gidSchema("Order", NO_ORDER));

const bodySchema = z.object({
  action: z.enum(BULK_ACTIONS),
  orders: z.array(orderGid).min(1).max(BULK_LIMIT),
});

/** `POST {action, orders}`: one action for several orders, by Shopify's ids. */
export function action({ request }: ActionFunctionArgs) {
  return handleExtensionRequest(
    request,
    async ({ ctx, shop, userId, requestStaffName }): Promise<BulkActionResponse> => {
      const { action, orders } = await readJson(request, bodySchema);
      const lines = await runBulkActionByGid(ctx, { shopId: shop.id, userId }, action, orders);
      requestStaffName();
      return { lines };
    },
  );
}

/** Answers the OPTIONS request that browsers send before a POST; a GET is not allowed. */
export function loader({ request }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, () =>
    Promise.reject(json({ message: "There is nothing to read here." }, 405)),
  );
}
