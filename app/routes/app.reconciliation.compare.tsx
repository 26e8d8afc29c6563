import type { LoaderFunctionArgs } from "@remix-run/node";
import { askedRange } from "../orders/reconciliation/requested-range.ts";
import { compareLedger } from "../orders/reconciliation/reconcile.ts";
import { ledgerShop } from "../orders/reconciliation/reconciliation-shop.ts";
import { whoseShop } from "../http/require-shop.server.ts";

/** `GET ?from=YYYY-MM-DD&to=YYYY-MM-DD`: the comparison itself, which may take seconds; asked for by the page once that is there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop: row } = await whoseShop(request);
  const shop = await ledgerShop(ctx, row);
  const { range, sound } = askedRange(ctx, shop, new URL(request.url).searchParams);
  if (!sound) throw new Response("Which days?", { status: 400 });
  return compareLedger(ctx, shop, range);
}
