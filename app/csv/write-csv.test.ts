import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv, UnreadableCsvError } from "./read-csv.ts";
import { csvBytes } from "./write-csv.ts";
import { guardCell, guardFormula } from "./guard-cell.ts";

type Table = string[][];

const FORMULA = ["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
/** What spreadsheets change, and what begins with apostrophes already. */
const TEMPTING = [
  "00123",
  "501299876543210",
  "5.01E13",
  "3-4",
  "MAR1",
  "1.50",
  "TRUE",
  "10 am",
  "Mon Mar 1",
  "5 €",
  "１２",
  "−5",
  "'",
  "''=1",
  "'00123",
  "12",
];
const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...TEMPTING),
  fc
    .tuple(fc.constantFrom("", "'", "''"), fc.constantFrom(...FORMULA, ...TEMPTING), fc.string())
    .map((p) => p.join("")),
  fc.constantFrom('say "hi"', "one\ntwo", "one\r\ntwo", "a,b;c\td|e", "ä", ""),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
  // The first row is a header of the app: without separators and line breaks.
  .map(([header = [], ...rows]): Table => [header.map((_, at) => `Column ${at}`), ...rows]);

/** A cell of so many characters takes a minute where its time grows with their square. */
const LONG = 2 ** 17;

/** Bytes in pieces of that size, so that a character or a line end is cut anywhere. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function read(bytes: Uint8Array, size = 7): Promise<Table> {
  return (await collect(readCsv(pieces(bytes, size)))).map(({ cells }) => cells);
}

async function written(rows: Table): Promise<Buffer> {
  return Buffer.concat(await collect(csvBytes([rows.map((row) => row.map(guardCell))])));
}

/** As a spreadsheet saves it: other separators, line ends and encodings, quotation marks only where they are needed. */
interface Habit {
  separator: string;
  lineEnd: string;
  encode(text: string): Uint8Array;
}

const withMark = (encoding: BufferEncoding) => (text: string) => Buffer.from(`\uFEFF${text}`, encoding);
const HABITS: Record<string, Habit> = {
  "Excel, CSV UTF-8": { separator: ",", lineEnd: "\r\n", encode: withMark("utf8") },
  "Excel in Germany": { separator: ";", lineEnd: "\r\n", encode: withMark("utf8") },
  "Excel, Unicode Text": { separator: "\t", lineEnd: "\r\n", encode: withMark("utf16le") },
  "UTF-16, the other way around": {
    separator: "\t",
    lineEnd: "\r\n",
    encode: (text) => withMark("utf16le")(text).swap16(),
  },
  "Google Sheets, Numbers": { separator: ",", lineEnd: "\n", encode: (text) => Buffer.from(text) },
  "an old Mac": { separator: ";", lineEnd: "\r", encode: (text) => Buffer.from(text) },
};

function saved(rows: Table, { separator, lineEnd, encode }: Habit): Uint8Array {
  const quoted = (text: string) => (/["\r\n,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return encode(rows.map((row) => row.map(quoted).join(separator) + lineEnd).join(""));
}

test("every cell comes back byte by byte", () =>
  fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      expect(await read(await written(rows), size)).toEqual(rows);
    }),
    { numRuns: 100 },
  ));

test.each(Object.entries(HABITS))("every cell comes back from %s", async (_, habit) => {
  const guarded = (rows: Table) => rows.map((row) => row.map(guardCell));
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      expect(await read(saved(guarded(rows), habit))).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

test("a spreadsheet neither runs a formula nor converts a text", () => {
  const changed = [
    ...["00123", "501299876543210", "3-4", "MAR1", "1-Mar", "5E3", "1.50", "12:30", "true", "=1", "-2"],
    ...["10 am", "5-PM", "10 p", "$5", "5 €", "R$ 5", "(2)", "5+", "1'000", "−5", "１２", "－5"],
    ...["Nov 28, 2026", "Mon Mar 1", "Sunday, March 1, 2026 10:00 PM", "X-1", "V-12", "1 XI 2026"],
    ...["2026-11-28T10:00:00Z", "2026-11-28T10:00", "2026-11-28Z", "2026年3月1日", "wahr", "VRAI"],
  ];
  for (const text of changed) expect(guardCell(text)).toBe(`'${text}`);
  const kept = ["V12", "MUG-11OZ", "XL-2", "100 A4", "Monday 1", "Size (2)", "12", "12P"];
  for (const text of kept) expect(guardCell(text)).toBe(text);
  for (const text of ["12", "TEE-BLACK-M", "https://example.com/1.png", "gid://shopify/ProductVariant/1", "Marble 1"])
    expect(guardCell(text)).toBe(text);
  fc.assert(
    fc.property(cell, (text) => {
      expect(FORMULA).not.toContain(guardFormula(text)[0]);
      expect(FORMULA).not.toContain(guardCell(text)[0]);
    }),
  );
});

test("digits among separators are a number or a date, with an exponent or without", () => {
  const DIGIT_ANYWHERE = /^[\d.,:/\s%+-]*\d[\d.,:/\s%+-]*(?:e[+-]?\d+)?$/i;
  const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."01.,:/ %-eE+z"), maxLength: 8 }), (rest) => {
      // Behind the comma nothing is a formula.
      for (const text of [`1${rest}`, `,${rest}`])
        expect(guardCell(text) !== text).toBe(DIGIT_ANYWHERE.test(text) && !PLAIN_NUMBER.test(text));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["digits that end in a letter", `${"1".repeat(LONG)}x`, false],
  ["digits", "1".repeat(LONG), true],
  ["separators", `${"-".repeat(LONG)}x`, true],
  ["commas", `${",".repeat(LONG)}x`, false],
  ["blanks behind a date", `mar 1${" ".repeat(LONG)}x`, false],
  ["full-width digits that end in a letter", `${"１".repeat(LONG)}x`, false],
  ["blanks behind a month", `mar${" ".repeat(LONG)}x`, false],
  ["an exponent", `1e${"1".repeat(LONG)}x`, false],
  ["apostrophes", `${"'".repeat(LONG)}x`, false],
])("a cell of many %s is judged in one pass", async (_, text, guarded) => {
  expect(guardCell(text)).toBe(guarded ? `'${text}` : text);
  expect(await read(Buffer.from(`A,B\n"'${text}",2`), LONG)).toEqual([
    ["A", "B"],
    [guarded ? text : `'${text}`, "2"],
  ]);
});

test("lines, quotes and commas stay within their cell; the file begins with UTF-8's mark", async () => {
  const file = await written([
    ["a,b", 'say "hi"', "one\ntwo"],
    ["", "=1+1", "é"],
  ]);
  expect(file.toString()).toBe('\uFEFF"a,b","say ""hi""","one\ntwo"\r\n"","\'=1+1","é"\r\n');
});

test("rows are counted as a spreadsheet counts them; Excel's hint of the separator is no row", async () => {
  const bytes = Buffer.from('sep=;\r\nA;B\r\n\r\n"1\r\n2";x,y\r\n');
  expect(await collect(readCsv(pieces(bytes, 3)))).toEqual([
    { row: 1, cells: ["A", "B"] },
    { row: 2, cells: [""] },
    { row: 3, cells: ["1\r\n2", "x,y"] },
  ]);
  expect(await read(Buffer.from("A,B"))).toEqual([["A", "B"]]);
  expect(await read(new Uint8Array())).toEqual([]);
});

test.each([
  ["a workbook", Buffer.from("504b030414000600", "hex"), { problem: "workbook", row: null }],
  ["a file in another encoding", Buffer.from("A,B\nf\xFCr,x\n", "latin1"), { problem: "not_text", row: null }],
  ["a cut character", Buffer.from("A,B\nfür").subarray(0, 6), { problem: "not_text", row: null }],
  ["quotation marks that do not fit", Buffer.from('A,B\n1,2\n"x"y,3\n'), { problem: "quotes", row: 3 }],
  ["an open quotation mark", Buffer.from('A,B\n"x,3\n'), { problem: "quotes", row: 2 }],
  ["an endless row", Buffer.from(`A,B\n"${"x".repeat(2 ** 21)}`), { problem: "row_too_large", row: 2 }],
  ["a row of many empty cells", Buffer.from(`A,B\n1,2\n${",".repeat(1_000)}\n`), { problem: "too_many_cells", row: 3 }],
  ["a header of many cells", Buffer.from(",".repeat(1_000)), { problem: "too_many_cells", row: 1 }],
])("%s is named", async (_, bytes, problem) => {
  const failure: unknown = await read(bytes, 100_000).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableCsvError);
  expect(failure).toMatchObject(problem);
});

test("of a file of 50,000 rows only a part is in memory at a time", async () => {
  const ROWS = 50_000;
  const BATCH = 500;
  let made = 0;
  let taken = 0;
  let lead = 0;
  const batches = (async function* () {
    for (; made < ROWS; made += BATCH)
      yield Array.from({ length: BATCH }, (_, at) => [`${made + at}`, "x".repeat(300)]);
  })();
  for await (const { row } of readCsv(csvBytes(batches))) {
    taken = row;
    lead = Math.max(lead, made - taken);
  }
  expect(taken).toBe(ROWS);
  expect(lead).toBeLessThan(5 * BATCH);
});
