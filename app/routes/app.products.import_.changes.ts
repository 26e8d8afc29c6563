import type { LoaderFunctionArgs } from "@remix-run/node";
import { COLUMNS } from "../catalog/columns.ts";
import { allChanges, type ChangedRow } from "../catalog/import/import-rows.ts";
import { readImport } from "../catalog/import/mapping-import.ts";
import { TRANSFER } from "../components/products/import-copy.ts";
import { guardCell } from "../csv/guard-cell.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** What the shop's import would change, as a CSV file; 404 without a checked import. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const current = await readImport(ctx, shop.id);
  if (current?.state !== "checked") throw new Response("No checked import.", { status: 404 });
  const changes = allChanges(ctx, { id: current.id, shopId: shop.id });
  return csvResponse(TRANSFER.import.changes.fileName, toCells(changes));
}

async function* toCells(batches: AsyncIterable<ChangedRow[]>) {
  yield [TRANSFER.import.changes.headings];
  for await (const rows of batches) {
    yield rows
      .flatMap(({ cells }) => cells)
      .map(({ row, column, before, after }) => [String(row), COLUMNS[column], guardCell(before), guardCell(after)]);
  }
}
