import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr } from "../components/common/request-failed.ts";
import { requireOrder, requireShop } from "../http/require-shop.server.ts";
import { readInboxNeighbors } from "../orders/pages/inbox/inbox.ts";
import { readInboxQuery } from "../orders/pages/inbox/inbox-query.ts";
import { readListQuery } from "../orders/pages/list/list-query.ts";
import { readNeighbors, type Neighbors } from "../orders/pages/list/read-page.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET ?list&…`, with the query of the orders page or of the inbox: the orders before and after this one in that list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop, userId } = await requireShop(request);
  const { searchParams } = new URL(request.url);
  const gid = gidOf("Order", params["id"]);
  return requireOrder(
    searchParams.get("list") === "inbox"
      ? await readInboxNeighbors(ctx, { shopId: shop.id, userId }, gid, readInboxQuery(searchParams))
      : await readNeighbors(ctx, shop.id, gid, readListQuery(searchParams)),
  );
}

export const clientLoader = loadOr<Neighbors>(() => ({ previous: null, next: null }));

/** An action moves the order in its list, or out of it: its neighbors stay those that staff saw. */
export const shouldRevalidate = () => false;
