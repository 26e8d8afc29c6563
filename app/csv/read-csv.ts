import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { createGunzip } from "node:zlib";
import { unguardCell } from "./guard-cell.ts";

interface CsvRow {
  /** As a spreadsheet counts: the first row is 1. */
  row: number;
  cells: string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
const MAX_ROW_CHARS = 1024 * 1024;
/** Empty ones count, too: the parser's bound is for characters alone. */
const MAX_ROW_CELLS = 1_000;

/**
 * The rows of a CSV file, one at a time, as the app or a spreadsheet wrote it: separated by commas, semicolons, tabs or
 * bars, by what the first row has most of; lines end in any way. The guards of guardCell are taken off.
 * @throws UnreadableCsvError
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const text = decodeText(bytes);
  const begin = await readFirstLine(text);
  const parser = parse({
    delimiter: begin.delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: MAX_ROW_CHARS,
    cast: (cell, { index, records }) => {
      if (index < MAX_ROW_CELLS) return unguardCell(cell);
      throw new UnreadableCsvError("too_many_cells", records + 1);
    },
  });
  let row = 0;
  // A failure of the source destroys the parser with it: the loop below throws it.
  pipeline(Readable.from(resume(begin.text, text)), parser, () => {});
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { row: (row += 1), cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rows before it may still be on their way: the parser's own count is the row's.
    const records: unknown = error["records"];
    const problem = error.code === "CSV_MAX_RECORD_SIZE" ? "row_too_large" : "quotes";
    throw new UnreadableCsvError(problem, typeof records === "number" ? records + 1 : null);
  }
}

/** Excel's own hint of the separator, which is no row. */
const HINT = /^sep=(.)(?:\r\n|\n|\r)/i;
/** A line's end with one more character: a carriage return alone may be the first half of one. */
const LINE_END = /[\r\n]./s;

/** Reads on until the first line is whole. */
async function readFirstLine(rest: AsyncGenerator<string>): Promise<{ text: string; delimiter: string }> {
  let text = "";
  while (!LINE_END.test(text) && text.length <= MAX_ROW_CHARS) {
    const next = await rest.next();
    if (next.done) break;
    text += next.value;
  }
  const hint = HINT.exec(text);
  if (hint?.[1]) return { text: text.slice(hint[0].length), delimiter: hint[1] };
  return { text, delimiter: mostFrequent(text.split(/[\r\n]/, 1)[0] ?? "") };
}

function mostFrequent(line: string): string {
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

async function* resume(begin: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}

/** ZIP, which an .xlsx or .ods is, and the compound file of an .xls. */
const WORKBOOKS = ["504b0304", "d0cf11e0"];
const HEAD_BYTES = 4;

/**
 * The text of a file: UTF-8 with or without a byte order mark, or UTF-16 with one, as Excel's "Unicode Text" has it.
 * @throws UnreadableCsvError
 */
async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (decoder) {
      yield decode(decoder, chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < HEAD_BYTES) continue;
    decoder = decoderOf(head);
    yield decode(decoder, head);
  }
  decoder ??= decoderOf(head);
  if (head.byteLength < HEAD_BYTES) yield decode(decoder, head);
  yield decode(decoder);
}

function decoderOf(head: Buffer): TextDecoder {
  if (WORKBOOKS.includes(head.toString("hex", 0, HEAD_BYTES))) throw new UnreadableCsvError("workbook");
  const mark = head.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true });
}

/** Without bytes: the end of the file. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new UnreadableCsvError("not_text");
  }
}

/**
 * workbook: Excel's own format. not_text: neither UTF-8 nor UTF-16. quotes: quotation marks that do not fit together.
 * row_too_large: a row of more than a megabyte, which an open quotation mark makes, too. too_many_cells: a row of more than 1,000.
 */
export type CsvProblem = "workbook" | "not_text" | "quotes" | "row_too_large" | "too_many_cells";

/** A file that is no CSV. `row`: as a spreadsheet counts, with the header as 1; null for the file as a whole. */
export class UnreadableCsvError extends Error {
  override name = "UnreadableCsvError";
  readonly problem: CsvProblem;
  readonly row: number | null;

  constructor(problem: CsvProblem, row: number | null = null, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
    this.row = row;
  }
}

/** Parsed without a pause: of empty lines, each of which the parser answers with an error of its own, for a tenth of a second. */
const CHUNK_BYTES = 4 * 1024;

/** The content of a gzip file, as fast as the reader takes it. @throws UnreadableCsvError */
export async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const content = Readable.from([bytes]).pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    // Of the reader's own failures none comes here: a generator sees only what it reads.
    throw new UnreadableCsvError("not_text", null, { cause: error });
  }
}

/** The bytes of a file while there are at most `max`. @throws the error that `tooLarge` makes */
export async function* limitBytes(
  bytes: AsyncIterable<Uint8Array>,
  max: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    if (total > max) throw tooLarge();
    yield chunk;
  }
}

/** The rows of a file, `size` at a time. */
export async function* batchRows<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
