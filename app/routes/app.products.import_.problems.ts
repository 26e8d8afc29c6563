import type { LoaderFunctionArgs } from "@remix-run/node";
import { COLUMNS } from "../catalog/columns.ts";
import { allProblems, type ProblemRow } from "../catalog/import/import-problems.ts";
import { readImport } from "../catalog/import/import-view.ts";
import { importProblemMessage, TRANSFER } from "../components/products/import-copy.ts";
import { guardCell } from "../csv/guard-cell.ts";
import { csvResponse } from "../http/csv-response.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** The problems of the shop's import as a CSV file; 404 without a checked import. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const current = await readImport(ctx, shop.id);
  if (current?.state !== "checked") throw new Response("No checked import.", { status: 404 });
  return csvResponse(TRANSFER.import.problems.fileName, toCells(allProblems(ctx, current.id)));
}

async function* toCells(batches: AsyncIterable<ProblemRow[]>) {
  yield [TRANSFER.import.problems.headings];
  for await (const rows of batches) {
    yield rows.flatMap(({ row, problems }) =>
      problems.map(({ column, problem }) => [
        String(row),
        COLUMNS[column],
        guardCell(importProblemMessage(column, problem)),
      ]),
    );
  }
}
