import { json, type ActionFunctionArgs } from "@remix-run/node";
import { receiveFile, type ReceiveResult } from "../catalog/import/receive-file.ts";
import { gunzip } from "../csv/read-csv.ts";
import { requireShop } from "../http/require-shop.server.ts";

const STATUS = { received: 200, discarded: 200, busy: 409, unreadable: 422 } as const;

/** `POST` a CSV file of mappings, compressed with gzip: begins an import. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  // In whole, for the time that a request may take to arrive is shorter than the comparison of a large file.
  const bytes = new Uint8Array(await request.arrayBuffer());
  const result = await receiveFile(ctx, shop.id, gunzip(bytes), request.signal);
  return json<ReceiveResult>(result, STATUS[result.outcome]);
}
