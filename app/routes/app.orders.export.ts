import type { LoaderFunctionArgs } from "@remix-run/node";
import { statusLabel } from "../components/orders-index/copy.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { exportOrders } from "../orders/pages/list/export-orders.ts";
import { readListQuery } from "../orders/pages/list/list-query.ts";

/** `GET ?…`, the query of the orders page: all orders of that list as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const query = readListQuery(new URL(request.url).searchParams);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return csvResponse(
    `orders-${day}.csv`,
    exportOrders(ctx, shop.id, query, {
      statusOf: statusLabel,
      logAccess: (orderGids) => logAccess({ view: "orders_list", orderGids }),
    }),
  );
}
