import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { PAGE } from "../components/orders-index/copy.ts";
import { OrdersView, type OrdersViewProps } from "../components/orders-index/orders-view.tsx";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { shownColumns } from "../orders/pages/list/columns.ts";
import { readFilterNames } from "../orders/pages/list/filter-choices.ts";
import { countOrders, readOrdersPage } from "../orders/pages/list/read-page.ts";
import { readUsualDays } from "../orders/pages/list/stages.ts";
import { cleanSearch, readListQuery, viewQuery, writeListQuery } from "../orders/pages/list/list-query.ts";
import { readSendingPause } from "../orders/pages/list/sending-pause.ts";
import { countReviews } from "../orders/pages/review/review-queue.ts";
import { readShopifyLimit } from "../orders/pages/shopify-limit.ts";
import { encryptSearch } from "../orders/pages/list/search-text.ts";
import { bulkRequestSchema, runBulkAction } from "../orders/actions/bulk-actions.ts";
import { readSettings } from "../settings/settings.ts";
import { listViews, VIEW_LIMIT } from "../shops/saved-views.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { changeSavedViews, savedViewIntents } from "../http/saved-views.server.ts";
import { gidOf } from "../ports/gid.ts";

export const meta: MetaFunction = () => [{ title: PAGE.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const query = readListQuery(new URL(request.url).searchParams);
  const showsDays = shownColumns(query).includes("stage");
  const [page, filterNames, usualDays, counts, reviews, views, shopifyLimit, sendingPause] = await Promise.all([
    readOrdersPage(ctx, shop.id, query),
    readFilterNames(ctx, shop.id, query),
    showsDays ? readUsualDays(ctx, shop.id) : null,
    countOrders(ctx, shop.id),
    countReviews(ctx, shop.id),
    listViews(ctx, shop.id, "orders"),
    readShopifyLimit(ctx, shop),
    readSendingPause(ctx, shop),
  ]);
  const named = page.rows.filter(({ customer }) => customer !== null);
  await logAccess({ view: "orders_list", orderGids: named.map(({ number }) => gidOf("Order", number)) });
  const { minimumMarginPercent, printServiceEmail } = readSettings(shop.settings);
  return {
    accountProblem: accountProblem(shop),
    shopifyLimit,
    sendingPause,
    page,
    filterNames,
    usualDays,
    counts,
    reviews,
    views,
    viewLimit: VIEW_LIMIT,
    minimumMargin: minimumMarginPercent,
    printServiceEmail,
  };
}

function accountProblem({ printAccount }: ShopRow): OrdersViewProps["accountProblem"] {
  if (!printAccount) return "not_connected";
  return printAccount.refusedAt ? "account_rejected" : null;
}

/** Of the list's address beside a search: it may name twenty shipping methods of 255 characters. */
const SEARCH_QUERY_LENGTH = 64_000;

const bodySchema = z.discriminatedUnion("intent", [
  bulkRequestSchema.extend({ intent: z.literal("bulk") }),
  z.object({
    intent: z.literal("search"),
    text: z.string().transform(cleanSearch),
    query: z.string().max(SEARCH_QUERY_LENGTH),
  }),
  ...savedViewIntents((params) => writeListQuery(viewQuery(readListQuery(params)))),
]);

/** `POST {intent, …}`: an action on several orders, the address of a search, or a change of the saved views. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  switch (body.intent) {
    case "bulk": {
      const staff = { shopId: shop.id, userId };
      const results = await runBulkAction(ctx, staff, body.action, body);
      requestStaffName();
      return json({ action: body.action, results });
    }
    case "search": {
      const params = new URLSearchParams(body.query);
      params.set("search", encryptSearch(ctx, shop.id, body.text));
      return redirect(`/app/orders?${params.toString()}`);
    }
    default:
      return changeSavedViews({ ctx, shop, noteAction }, "orders", body);
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

export default function Orders() {
  return <OrdersView {...useLoaderData<typeof loader>()} />;
}
