import type { MappingImportRow, PrismaClient } from "@prisma/client";
import { LINK_FIELDS } from "../check-mappings.ts";
import type { MappingImportId } from "../../ports/ids.ts";
import type { Column } from "../columns.ts";
import { rowBatches } from "./row-batches.ts";
import type { ImportProblem, RowProblem } from "./row-problems.ts";

/** A row of the file with what is wrong with it. */
export interface ProblemRow {
  row: number;
  problems: RowProblem[];
}

type Db = { db: PrismaClient };

/** The rows of a checked import that have problems, in the order of the file. `after`: the last row that is known. */
export async function readProblems(
  { db }: Db,
  importId: MappingImportId,
  { after, take }: { after: number; take: number },
): Promise<ProblemRow[]> {
  const rows = await db.mappingImportRow.findMany({
    where: { importId, wrong: true, row: { gt: after } },
    orderBy: { row: "asc" },
    take,
  });
  const texts = [...new Set(rows.flatMap((row) => cellsOf(row).map(({ value }) => value)))];
  const values = await db.mappingImportValue.findMany({ where: { importId, value: { in: texts }, checked: true } });
  const found = new Map(values.map(({ kind, value, problem }) => [`${kind} ${value}`, problem]));
  return rows.map((row) => ({
    row: row.row,
    problems: [
      // Written by receiveFile and checkValues alone.
      ...(row.problems as unknown as RowProblem[]),
      ...cellsOf(row).flatMap(({ column, kind, value }) => {
        const problem = (found.get(`${kind} ${value}`) ?? null) as unknown as ImportProblem | null;
        return problem ? [{ column, problem }] : [];
      }),
    ],
  }));
}

const cellsOf = (row: MappingImportRow) => [
  { column: "itemSku" as Column, kind: "sku", value: row.itemSku },
  ...LINK_FIELDS.map((field) => ({ column: field, kind: "link", value: row[field] })),
];

/** All of them, in batches. */
export const allProblems = (ctx: Db, importId: MappingImportId): AsyncGenerator<ProblemRow[]> =>
  rowBatches((range) => readProblems(ctx, importId, range));
