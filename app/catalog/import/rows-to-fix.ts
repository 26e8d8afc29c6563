import type { PrismaClient } from "../../../prisma/client/client.ts";
import { guardCell } from "../../csv/guard-cell.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { COLUMNS, DESCRIPTIONS, type Column } from "../columns.ts";
import { allProblems } from "./import-problems.ts";
import type { RowProblem } from "./row-problems.ts";

type Db = { db: PrismaClient };

/** The texts that the file has besides those of an import: names of its last two columns, and each problem. */
export interface FixTexts {
  headings: readonly [row: string, problem: string];
  problem(one: RowProblem): string;
}

/** The shop's import whose rows with problems can be fixed: checked, or saved without them; null without one. */
export async function readImportToFix(
  { db }: Db,
  shopId: ShopId,
): Promise<{ id: MappingImportId; columns: Column[] } | null> {
  const row = await db.mappingImport.findUnique({ where: { shopId, state: { in: ["checked", "done"] } } });
  // Written by receiveFile alone.
  return row && { id: row.id, columns: row.columns as Column[] };
}

/**
 * The rows of an import with problems as a file to fix and import, in batches, the header first; cells are guarded. The file
 * has the columns of the imported one: of a column more, blank cells would clear what is stored. Cells beyond the header stay
 * beyond the header, and so a problem.
 */
export async function* rowsToFix(
  ctx: Db,
  shopId: ShopId,
  { id, columns }: { id: MappingImportId; columns: Column[] },
  { headings, problem }: FixTexts,
): AsyncGenerator<string[][]> {
  yield [[...DESCRIPTIONS, ...columns.map((column) => COLUMNS[column]), ...headings]];
  for await (const rows of allProblems(ctx, { id, shopId })) {
    yield rows.map(({ row, problems, fileRow: { descriptions, cells, extra } }) =>
      [
        ...descriptions,
        ...columns.map((column) => cells[column] ?? ""),
        String(row),
        problems.map(problem).join(" "),
        ...extra,
      ].map(guardCell),
    );
  }
}
