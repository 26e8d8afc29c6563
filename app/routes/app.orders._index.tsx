import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OrdersView, type OrdersViewProps } from "../components/orders-index/orders-view.tsx";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { countOrders } from "../orders/pages/list/count-orders.ts";
import { cleanSearch, readListQuery, viewQuery, writeListQuery } from "../orders/pages/list/list-query.ts";
import { readOrdersPage } from "../orders/pages/list/read-page.ts";
import { encryptSearch } from "../orders/pages/list/search-text.ts";
import { runBulkAction, BULK_ACTIONS, BULK_LIMIT } from "../orders/actions/bulk-actions.ts";
import {
  changeView,
  deleteView,
  listViews,
  saveView,
  VIEW_LIMIT,
  VIEW_NAME_LENGTH,
  VIEW_QUERY_LENGTH,
} from "../orders/pages/saved-views.ts";
import { readJson, requireShop } from "../http/require-shop.server.ts";
import { gidOf } from "../ports/gid.ts";
import { orderIdSchema, savedViewIdSchema } from "../ports/ids.ts";

export const meta: MetaFunction = () => [{ title: "Orders" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const query = readListQuery(new URL(request.url).searchParams);
  const [page, counts, views] = await Promise.all([
    readOrdersPage(ctx, shop.id, query),
    countOrders(ctx, shop.id),
    listViews(ctx, shop.id, "orders"),
  ]);
  const named = page.rows.filter(({ customer }) => customer !== null);
  await logAccess({ view: "orders_list", orderGids: named.map(({ number }) => gidOf("Order", number)) });
  return { accountProblem: accountProblem(shop), page, counts, views, viewLimit: VIEW_LIMIT };
}

function accountProblem({ printAccount }: ShopRow): OrdersViewProps["accountProblem"] {
  if (!printAccount) return "not_connected";
  return printAccount.refusedAt ? "account_rejected" : null;
}

const name = z.string().trim().min(1).max(VIEW_NAME_LENGTH);
const addressQuery = z.string().max(VIEW_QUERY_LENGTH);
const query = addressQuery.transform((text) =>
  writeListQuery(viewQuery(readListQuery(new URLSearchParams(text)))).toString(),
);
const bodySchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("bulk"),
    action: z.enum(BULK_ACTIONS),
    orderIds: z.array(orderIdSchema).min(1).max(BULK_LIMIT),
  }),
  z.object({ intent: z.literal("search"), text: z.string().transform(cleanSearch), query: addressQuery }),
  z.object({ intent: z.literal("save_view"), name, query }),
  z.object({ intent: z.literal("change_view"), id: savedViewIdSchema, name: name.optional(), query: query.optional() }),
  z.object({ intent: z.literal("delete_view"), id: savedViewIdSchema }),
]);

/** `POST {intent, …}`: an action on several orders, the address of a search, or a change of the saved views. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, acted } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  switch (body.intent) {
    case "bulk": {
      const staff = { shopId: shop.id, userId };
      const results = await runBulkAction(ctx, staff, body.action, body.orderIds);
      acted();
      return json({ action: body.action, results });
    }
    case "search": {
      const params = new URLSearchParams(body.query);
      params.set("search", encryptSearch(ctx, shop.id, body.text));
      return redirect(`/app/orders?${params.toString()}`);
    }
    case "save_view": {
      const answer = await saveView(ctx, shop.id, { page: "orders", name: body.name, query: body.query });
      return "saved" in answer ? redirect(addressOf(answer.saved)) : json(answer, 409);
    }
    case "change_view": {
      const { id, name, query } = body;
      const change = { page: "orders" as const, id, ...(name && { name }), ...(query !== undefined && { query }) };
      const answer = await changeView(ctx, shop.id, change);
      return "saved" in answer ? json({ saved: true }) : json(answer, 409);
    }
    case "delete_view":
      await deleteView(ctx, shop.id, "orders", body.id);
      return redirect("/app/orders");
  }
}

function addressOf(view: { id: string; query: string }): string {
  const params = new URLSearchParams(view.query);
  params.set("view", view.id);
  return `/app/orders?${params.toString()}`;
}

export default function Orders() {
  return <OrdersView {...useLoaderData<typeof loader>()} />;
}
