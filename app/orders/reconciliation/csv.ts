/** UTF-8's mark: without it spreadsheets take the file for something else. */
const MARK = "\uFEFF";

/** A table after RFC 4180, every cell quoted, made harmless for spreadsheets, which take some texts for formulas. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return MARK + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  return `"${harmless(text).replaceAll('"', '""')}"`;
}

/**
 * owasp.org/www-community/attacks/CSV_Injection: what begins like a formula gets an apostrophe before it. Full-width
 * signs (= + - @) count as the plain ones where Excel speaks Japanese or Chinese.
 */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
