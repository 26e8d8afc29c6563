import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportDryRun } from "../dry-run/export.ts";
import { readDryRun } from "../dry-run/read-dry-run.ts";
import { readOrdersQuery } from "../dry-run/orders-query.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET ?outcome=…&reason=…`: the checked orders of the newest dry run, or some of them, as CSV. 404 without a dry run. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const run = await readDryRun(ctx, shop.id);
  if (!run) return new Response("There is no dry run.", { status: 404 });
  const { fileName, batches } = exportDryRun(ctx, run, readOrdersQuery(new URL(request.url).searchParams));
  return csvResponse(fileName, batches);
}
