/**
 * owasp.org/www-community/attacks/CSV_Injection: what begins like a formula may be run as one. Full-width signs
 * (= + - @) count as the plain ones where Excel speaks Japanese or Chinese.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Numbers that a spreadsheet shows, and saves, as they are. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
/**
 * Numbers, dates and times: 00123, 501299876543210, 1.50, 3-4, 3/4/2026, 12:30, 5E3. The digit is the first one: were
 * digits allowed before it, a long run of them would be tried from each of its digits.
 */
const NUMBER_OR_DATE = /^[.,:/\s%-]*\d[\d.,:/\s%-]*(?:e[+-]?\d+)?$/i;
/** As Excel and Google Sheets know them in English, German, French, Spanish and Italian. */
const MONTH = `(?:${[
  "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september",
  "october|november|december|mrz|mär|märz|mai|okt|dez|januar|februar|juni|juli|oktober|dezember|janv|févr|mars|avr",
  "avril|juin|juil|juillet|août|déc|janvier|février|septembre|octobre|novembre|décembre|ene|abr|ago|dic|enero|febrero",
  "marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gen|mag|giu|lug|set|ott|gennaio",
  "febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre",
].join("|")})\\.?`;
/** A day or year beside a month: MAR1, 1-Mar, Sept 2026, 1-Mar-26. */
const MONTH_DATE = new RegExp(`^(?:\\d{1,4}[-/. ]*${MONTH}(?:[-/. ]*\\d{1,4})?|${MONTH}[-/. ]*\\d{1,4})$`, "i");
const TRUTH = /^(?:true|false)$/i;

const isConverted = (text: string): boolean =>
  !PLAIN_NUMBER.test(text) && (NUMBER_OR_DATE.test(text) || MONTH_DATE.test(text) || TRUTH.test(text));

const withoutMarks = (text: string): string => text.replace(/^'+/, "");

/** An apostrophe before what begins like a formula. */
export const guardFormula = (text: string): string => (FORMULA.test(withoutMarks(text)) ? `'${text}` : text);

/** An apostrophe before what a spreadsheet would run as a formula, or turn into another number or a date. */
export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** The text before guardCell, whether the spreadsheet kept the apostrophe or not. */
export const unguardCell = (text: string): string => (text.startsWith("'") && needsGuard(text) ? text.slice(1) : text);

/** The same with and without apostrophes before the text, so that each one that is added is taken off again. */
function needsGuard(text: string): boolean {
  const bare = withoutMarks(text);
  return FORMULA.test(bare) || isConverted(bare);
}

const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
const FULL_DATE = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})$/;
const SHORT_DATE = new RegExp(`^(?:\\d{1,2}[-. ]${MONTH}(?:[-. ]\\d{2,4})?|${MONTH}[-. ]\\d{2,4})$`, "i");

/** What a spreadsheet seems to have made of a text: it writes 5.01E+13 for a long number, and 4-Mar for "3-4". */
export function spreadsheetForm(text: string): "number" | "date" | null {
  if (SCIENTIFIC.test(text)) return "number";
  return FULL_DATE.test(text) || SHORT_DATE.test(text) ? "date" : null;
}
