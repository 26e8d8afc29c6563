import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { forExtension } from "../http/extension-endpoint.server.ts";
import type { BulkAnswer } from "../extension-api/responses.ts";
import { bulkLines } from "../extension-api/bulk-lines.ts";
import { BULK_ACTS, BULK_LIMIT } from "../orders/actions/bulk-actions.ts";
import { actOnOrdersByGid } from "../extension-api/bulk-by-gid.ts";
import { readJson } from "../http/require-shop.server.ts";

const wanted = z.object({
  act: z.enum(BULK_ACTS),
  orders: z
    .array(z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/, "is no order of Shopify"))
    .min(1)
    .max(BULK_LIMIT),
});

/** `POST {act, orders}`: one thing done with several orders, which are named by Shopify's ids. */
export function action({ request }: ActionFunctionArgs) {
  return forExtension(request, async ({ ctx, shop }): Promise<BulkAnswer> => {
    const { act, orders } = await readJson(request, wanted);
    return { lines: bulkLines(await actOnOrdersByGid(ctx, shop.id, act, orders)) };
  });
}

/** Browsers ask with OPTIONS before they post; there is nothing to read here. */
export function loader({ request }: LoaderFunctionArgs) {
  return forExtension(request, () => Promise.reject(json({ message: "There is nothing to read here." }, 405)));
}
