import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { readSkuOffer } from "../catalog/catalog-skus.ts";
import { readFirstReading } from "../catalog/read-variants.ts";
import { readVariantsPage } from "../catalog/variants/read-variants-page.ts";
import { readVariantsQuery, viewQuery, writeVariantsQuery } from "../catalog/variants/variants-query.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { VariantsView } from "../components/products/variants/variants-view.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { changeSavedViews, savedViewIntents } from "../http/saved-views.server.ts";
import { listViews, VIEW_LIMIT } from "../shops/saved-views.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readVariantsQuery(new URL(request.url).searchParams);
  const [page, reading, views, skuOffer] = await Promise.all([
    readVariantsPage(ctx, shop.id, query),
    readFirstReading(ctx, shop.id),
    listViews(ctx, shop.id, "variants"),
    readSkuOffer(ctx, shop),
  ]);
  return { page, reading, views, viewLimit: VIEW_LIMIT, hasCatalog: skuOffer === "catalog" };
}

const bodySchema = z.discriminatedUnion(
  "intent",
  savedViewIntents((params) => writeVariantsQuery(viewQuery(readVariantsQuery(params)))),
);

/** `POST {intent, …}`: a change of the saved views. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  return changeSavedViews({ ctx, shop, noteAction }, "variants", body);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;

export default function Variants() {
  return <VariantsView {...useLoaderData<typeof loader>()} />;
}
