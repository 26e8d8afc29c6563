import type { LoaderFunctionArgs } from "@remix-run/node";
import { askedRange } from "../orders/reconciliation/requested-range.ts";
import { BUCKETS } from "../orders/reconciliation/buckets.ts";
import { compareLedger } from "../orders/reconciliation/reconcile.ts";
import { exportLedger } from "../orders/reconciliation/export.ts";
import { ledgerShop } from "../orders/reconciliation/reconciliation-shop.ts";
import { whoseShop } from "../http/require-shop.server.ts";

/** `GET ?from=…&to=…&bucket=…`: the differences of one bucket, or of all, as CSV. 503 when there is nothing to compare with. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop: row } = await whoseShop(request);
  const shop = await ledgerShop(ctx, row);
  const params = new URL(request.url).searchParams;
  const { range, sound } = askedRange(ctx, shop, params);
  if (!sound) return new Response("Which days?", { status: 400 });
  const compared = await compareLedger(ctx, shop, range);
  if (compared.status !== "compared") return new Response(compared.status, { status: 503 });
  const bucket = BUCKETS.find((one) => one === params.get("bucket")) ?? null;
  const { fileName, text } = exportLedger(compared.ledger, bucket, shop.timezone);
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
