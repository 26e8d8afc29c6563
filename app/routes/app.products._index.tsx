import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readProductsPage } from "../catalog/products-page.ts";
import { readProductsQuery } from "../catalog/products-query.ts";
import { waitingVariants } from "../catalog/variants-to-map.ts";
import { ProductsView } from "../components/products/products-view.tsx";
import { whoseShop } from "../http/require-shop.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  const query = readProductsQuery(new URL(request.url).searchParams);
  const [page, waiting] = await Promise.all([
    query.tab === "waiting" ? null : readProductsPage({ db: ctx.db, catalog: core.catalog }, shop, query),
    waitingVariants(ctx, shop.id),
  ]);
  return { page, waiting };
}

export default function Products() {
  return <ProductsView {...useLoaderData<typeof loader>()} />;
}
