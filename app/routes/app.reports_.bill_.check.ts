import { json, type ActionFunctionArgs } from "@remix-run/node";
import { BILL_WORDS } from "../components/reports/bill-copy.ts";
import { gunzip } from "../csv/read-csv.ts";
import { tableResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { billFile, billShop, checkBill, readBillQuery, type BillAnswer } from "../reports/bill/check-bill.ts";

/** `POST ?columns=…&from=…&to=…&file` a bill as CSV, compressed with gzip: how it differs from what was sent, as JSON or as a file. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop: row } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const shop = billShop(row);
  const bytes = gunzip(new Uint8Array(await request.arrayBuffer()));
  const bill = { bytes, ...readBillQuery(params) };
  if (params.has("file")) {
    const file = await billFile(ctx, shop, { ...bill, words: BILL_WORDS });
    if (file.ok) return tableResponse("bill-compared", "csv", file.table);
    return json<BillAnswer>({ outcome: "unreadable", problem: file.problem }, 422);
  }
  return json<BillAnswer>(await checkBill(ctx, shop, bill));
}
