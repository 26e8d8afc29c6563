import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestedRange } from "../orders/reconciliation/date-range.ts";
import { reconcile } from "../orders/reconciliation/reconcile.ts";
import { reconciliationShop } from "../orders/reconciliation/reconcile.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET ?from=YYYY-MM-DD&to=YYYY-MM-DD`: the comparison, which may take seconds. The page loads it once it is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop: row } = await requireShop(request);
  const shop = await reconciliationShop(ctx, row);
  const { range, valid } = requestedRange(ctx.clock.now(), shop.timezone, new URL(request.url).searchParams);
  if (!valid) throw new Response("Invalid date range.", { status: 400 });
  return reconcile(ctx, shop, range);
}
