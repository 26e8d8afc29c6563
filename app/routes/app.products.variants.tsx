import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readReadingProgress } from "../catalog/variants/reading-progress.ts";
import { readVariantsPage } from "../catalog/variants/read-variants-page.ts";
import { readVariantsQuery } from "../catalog/variants/variants-query.ts";
import { VariantsView } from "../components/products/variants/variants-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readVariantsQuery(new URL(request.url).searchParams);
  const [page, reading] = await Promise.all([readVariantsPage(ctx, shop.id, query), readReadingProgress(ctx, shop.id)]);
  return { page, reading };
}

export default function Variants() {
  return <VariantsView {...useLoaderData<typeof loader>()} />;
}
