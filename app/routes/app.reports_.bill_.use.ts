import { json, type ActionFunctionArgs } from "@remix-run/node";
import { gunzip } from "../csv/read-csv.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { billShop, keepBilled, readBillQuery, type UseAnswer } from "../reports/bill/check-bill.ts";

const STATUS = { used: 200, changed: 409, unreadable: 422 } as const;

/** `POST ?seen=…`, and the bill as it was compared: keeps the amounts that were shown as billed. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop: row, noteAction } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const shop = billShop(row);
  const bytes = gunzip(new Uint8Array(await request.arrayBuffer()));
  const seen = params.get("seen") ?? "";
  const answer = await keepBilled(ctx, shop, { bytes, ...readBillQuery(params), seen }, noteAction);
  return json<UseAnswer>(answer, STATUS[answer.outcome]);
}
