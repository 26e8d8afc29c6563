import { stringify } from "csv-stringify/sync";
import { guardFormula } from "./guard-cell.ts";

/** Byte order mark: spreadsheets need it to read the file as UTF-8. */
const MARK = "\uFEFF";

/** A table after RFC 4180, every cell quoted, without formulas. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  MARK + csvRows(rows.map((row) => row.map(guardFormula)));

/** The bytes of a CSV file in UTF-8, of rows whose cells are guarded already, as fast as the reader takes them. */
export async function* csvBytes(batches: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(MARK);
  for await (const rows of batches) yield encoder.encode(csvRows(rows));
}

const csvRows = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { quoted: true, quoted_empty: true, record_delimiter: "windows" },
  );
