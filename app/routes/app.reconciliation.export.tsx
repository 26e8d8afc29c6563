import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestedRange } from "../settings/date-range.ts";
import { BUCKETS } from "../orders/reconciliation/buckets.ts";
import { readReconciliation } from "../orders/reconciliation/run-reconciliation.ts";
import { exportReconciliation } from "../orders/reconciliation/export.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET ?from=…&to=…&bucket=…`: the differences of one bucket, or of all, as CSV. 503 while these days are not compared. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const { range, valid } = requestedRange(ctx.clock.now(), shop.timezone, params);
  if (!valid) return new Response("Invalid date range.", { status: 400 });
  const comparison = await readReconciliation(ctx, shop, range);
  if (comparison.status !== "compared") return new Response(comparison.status, { status: 503 });
  const bucket = BUCKETS.find((one) => one === params.get("bucket")) ?? null;
  const { fileName, batches } = exportReconciliation(comparison.reconciliation, bucket, {
    timezone: shop.timezone,
    account: shop.printAccount?.kind ?? "live",
  });
  return csvResponse(fileName, batches);
}
