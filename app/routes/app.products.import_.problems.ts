import type { LoaderFunctionArgs } from "@remix-run/node";
import { COLUMNS } from "../catalog/columns.ts";
import type { RowProblem } from "../catalog/import/plan-row.ts";
import { readImportToFix, rowsToFix } from "../catalog/import/import-rows.ts";
import { importProblemMessage, TRANSFER } from "../components/products/import-copy.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

const { fileName, headings } = TRANSFER.import.problems;
const problem = (one: RowProblem) => `${COLUMNS[one.column]}: ${importProblemMessage(one.column, one.problem)}`;

/** The rows with problems of the shop's import as a CSV file to fix and import; 404 without a checked import. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const toFix = await readImportToFix(ctx, shop.id);
  if (!toFix) throw new Response("No checked import.", { status: 404 });
  return csvResponse(fileName, rowsToFix(ctx, shop.id, toFix, { headings, problem }));
}
