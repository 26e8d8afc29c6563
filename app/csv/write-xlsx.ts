import { writeXlsxStream, type CellValue } from "hucre/xlsx";
import { guardCell } from "./guard-cell.ts";

/**
 * What the cells of a column are. amount, percent and count: decimal strings. day: YYYY-MM-DD. time: YYYY-MM-DDTHH:MM on the clock that
 * the title names.
 */
type CellKind = "text" | "count" | "amount" | "percent" | "day" | "time";

export interface FileColumn {
  title: string;
  kind: CellKind;
}

/** A table to save, in either format. A cell is "" where there is nothing, or nothing is known. */
export interface FileTable {
  name: string;
  columns: readonly FileColumn[];
  batches: AsyncIterable<readonly (readonly string[])[]>;
}

/** The rows of a CSV file, the header first. Texts are guarded, numbers and days stay as they are. */
export async function* guardedRows({ columns, batches }: FileTable): AsyncGenerator<string[][]> {
  yield [columns.map(({ title }) => title)];
  for await (const rows of batches) yield rows.map((row) => row.map((cell, at) => csvCell(cell, columns[at]?.kind)));
}

function csvCell(cell: string, kind: CellKind = "text"): string {
  // Spreadsheets know a time by the blank.
  if (kind === "time") return cell.replace("T", " ");
  return kind === "text" ? guardCell(cell) : cell;
}

const FORMATS: Readonly<Record<CellKind, { numFmt?: string; width: number }>> = {
  text: { width: 20 },
  count: { numFmt: "0", width: 10 },
  amount: { numFmt: "#,##0.00##", width: 14 },
  percent: { numFmt: "0.00%", width: 10 },
  day: { numFmt: "yyyy-mm-dd", width: 12 },
  time: { numFmt: "yyyy-mm-dd hh:mm", width: 18 },
};

/** The bytes of an XLSX file, as fast as the reader takes them: numbers as numbers, times as times, and no formulas. */
export function xlsxBytes({ name, columns, batches }: FileTable): ReadableStream<Uint8Array> {
  return writeXlsxStream(cellsOf(columns, batches), {
    name,
    columns: columns.map(({ title, kind }) => ({ header: title, ...FORMATS[kind] })),
    freezePane: { rows: 1 },
  });
}

async function* cellsOf(columns: FileTable["columns"], batches: FileTable["batches"]): AsyncGenerator<CellValue[]> {
  for await (const rows of batches)
    for (const row of rows) yield row.map((cell, at) => cellOf(cell, columns[at]?.kind ?? "text"));
}

/** w3.org/TR/xml: characters that a document cannot hold. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const MAX_CELL_CHARS = 32_767;

function cellOf(cell: string, kind: CellKind): CellValue {
  if (cell === "") return null;
  if (kind === "text") return cell.slice(0, MAX_CELL_CHARS).replace(NO_XML, "");
  // A workbook has no time zones: what it shows is the wall time.
  if (kind === "day" || kind === "time") return new Date(kind === "day" ? cell : `${cell}:00Z`);
  return kind === "percent" ? Number(cell) / 100 : Number(cell);
}
