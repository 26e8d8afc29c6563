import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readProductsPage } from "../catalog/products-page.ts";
import { readProductsQuery } from "../catalog/products-query.ts";
import { readSoldUnmapped, readVariantsToMap } from "../catalog/variants-to-map.ts";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { ProductsView } from "../components/products/products-view.tsx";
import { offersDryRun } from "../dry-run/read-dry-run.ts";
import { requireShop } from "../http/require-shop.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const query = readProductsQuery(new URL(request.url).searchParams);
  const listsVariants = query.tab === "waiting" || query.tab === "sold";
  const [page, variantsToMap, soldUnmapped, offersRun] = await Promise.all([
    listsVariants ? null : readProductsPage({ db: ctx.db, catalog: core.catalog }, shop, query),
    readVariantsToMap(ctx, shop.id),
    readSoldUnmapped(ctx, shop.id),
    offersDryRun(ctx, shop.id),
  ]);
  return { page, variantsToMap, soldUnmapped, offersRun };
}

/** An import that can't be decided now says so in its dialog. */
export const shouldRevalidate = revalidateUnlessFailed;

export default function Products() {
  return <ProductsView {...useLoaderData<typeof loader>()} />;
}
