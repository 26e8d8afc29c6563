import { stringify } from "csv-stringify/sync";

/** Byte order mark: spreadsheets need it to read the file as UTF-8. */
const MARK = "\uFEFF";

type Rows = readonly (readonly string[])[];
/** The rows of a file, as they are read or all at once. */
export type RowBatches = AsyncIterable<Rows> | Iterable<Rows>;

/**
 * The bytes of a CSV file after RFC 4180 in UTF-8, every cell quoted, of rows whose cells are guarded already, as fast as the reader
 * takes them.
 */
export async function* csvBytes(batches: RowBatches): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(MARK);
  for await (const rows of batches) yield encoder.encode(csvRows(rows));
}

const csvRows = (rows: Rows): string =>
  stringify(
    rows.map((row) => [...row]),
    { quoted: true, quoted_empty: true, record_delimiter: "windows" },
  );
