/** ZIP, which an .xlsx or .ods is, and the compound file of an .xls. */
const WORKBOOKS = ["504b0304", "d0cf11e0"];
const HEAD_BYTES = 4;

/**
 * The text of a file: UTF-8 with or without a byte order mark, or UTF-16 with one, as Excel's "Unicode Text" has it.
 * @throws UnreadableCsvError
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
