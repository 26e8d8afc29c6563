import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CLAIMS_PAGE, ClaimsView } from "../components/orders-index/claims-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { readClaimsQuery } from "../orders/pages/claims/claims-query.ts";
import { readClaimsPage } from "../orders/pages/claims/read-claims.ts";

export const meta: MetaFunction = () => [{ title: CLAIMS_PAGE.title }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  return readClaimsPage(ctx, shop.id, readClaimsQuery(new URL(request.url).searchParams));
}

export default function ClaimsRoute() {
  return <ClaimsView page={useLoaderData<typeof loader>()} />;
}
