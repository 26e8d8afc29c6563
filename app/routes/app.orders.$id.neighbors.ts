import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr } from "../components/common/request-failed.ts";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { readListQuery } from "../orders/pages/list/list-query.ts";
import { readNeighbors, type Neighbors } from "../orders/pages/list/read-page.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET ?…`, the query of the orders page: the orders before and after this one in that list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readListQuery(new URL(request.url).searchParams);
  return requireOrder(await readNeighbors(ctx, shop.id, gidOf("Order", params["id"]), query));
}

export const clientLoader = loadOr<Neighbors>(() => ({ previous: null, next: null }));

/** An action moves the order in its list, or out of it: its neighbors stay those that staff saw. */
export const shouldRevalidate = () => false;
