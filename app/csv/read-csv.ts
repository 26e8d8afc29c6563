import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { decodeText, UnreadableCsvError } from "./decode-text.ts";
import { unguardCell } from "./guard-cell.ts";

export interface CsvRow {
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
