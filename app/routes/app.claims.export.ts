import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { readClaimsQuery } from "../orders/pages/claims/claims-query.ts";
import { exportClaims } from "../orders/pages/claims/read-claims.ts";

/** `GET ?…`, the query of the claims page: all claims of that list as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const query = readClaimsQuery(new URL(request.url).searchParams);
  return csvResponse(
    `claims-${ctx.clock.now().toISOString().slice(0, 10)}.csv`,
    exportClaims(ctx, shop.id, { ...query, after: null }),
  );
}
