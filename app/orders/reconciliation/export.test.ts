import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCsv } from "./export.ts";

/** An RFC 4180 reader, as plain as can be. */
function readCsv(text: string): string[][] {
  const rows = text.slice(1).split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return rows
    .slice(0, -1)
    .map((row) => [...row.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, c = ""]) => c.replaceAll('""', '"')));
}

const FORMULA = ["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
const table = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }));

test("what is written is read back, but for the apostrophe before what looks like a formula", () => {
  fc.assert(
    fc.property(table, (rows) => {
      const expected = rows.map((row) => row.map((text) => (FORMULA.includes(text[0] ?? "") ? `'${text}` : text)));
      expect(readCsv(writeCsv(rows))).toEqual(expected);
    }),
  );
});

test("no cell begins like a formula", () => {
  const begin = fc.tuple(fc.constantFrom(...FORMULA), fc.string()).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(begin, fc.string()))), (rows) => {
      for (const text of readCsv(writeCsv(rows)).flat()) expect(FORMULA).not.toContain(text[0]);
    }),
  );
});

test("lines, quotes and commas stay within their cell; the file begins with UTF-8's mark", () => {
  expect(
    writeCsv([
      ["a,b", 'say "hi"', "one\ntwo"],
      ["", "=1+1", "é"],
    ]),
  ).toBe('\uFEFF"a,b","say ""hi""","one\ntwo"\r\n"","\'=1+1","é"\r\n');
});
