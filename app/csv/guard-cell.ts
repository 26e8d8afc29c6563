/** owasp.org/www-community/attacks/CSV_Injection: what begins like a formula may be run as one. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Numbers that a spreadsheet shows, and saves, as they are. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
/** What stands among the digits of numbers, amounts of money, dates and times. */
const SIGNS = String.raw`.,:/\s%+()'’\p{Sc}年月日時时分秒-`;
/**
 * 00123, 501299876543210, 1.50, 5E3, (2), 5+, $5, 5 €, 1'000, 3-4, 3/4/2026, 12:30, 10 am. The digit is the first one: were
 * digits allowed before it, a long run of them would be tried from each of its digits.
 */
const NUMBER_OR_DATE = new RegExp(
  String.raw`^(?:R\$)?[${SIGNS}]*\d[\d${SIGNS}]*(?:e[+-]?\d+|[ap]\.?m\.?|(?<=\s)[ap])?$`,
  "iu",
);
/** 2026-11-28T10:00:00Z */
const ISO_TIME = /^\d{4}-\d{1,2}-\d{1,2}(?:[T ][\d:.,]+)? ?(?:Z|UTC|GMT|[+-]\d[\d:]*)?$/i;
const oneOf = (...words: string[]): string => `(?:${words.join("|")})`;
/** As Excel, LibreOffice and Google Sheets know them in English, German, French, Spanish and Italian. */
const MONTH = `${oneOf(
  "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september",
  "october|november|december|mrz|mär|märz|mai|okt|dez|januar|februar|juni|juli|oktober|dezember|janv|févr|mars|avr",
  "avril|juin|juil|juillet|août|déc|janvier|février|septembre|octobre|novembre|décembre|ene|abr|ago|dic|enero|febrero",
  "marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gen|mag|giu|lug|set|ott|gennaio",
  "febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre",
)}\\.?`;
const WEEKDAY = `${oneOf(
  "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mo|di|mi|do|fr|sa",
  "so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lun|mar|mer|jeu|ven|sam|dim|lundi|mardi",
  "mercredi|jeudi|vendredi|samedi|dimanche|mié|jue|vie|sáb|dom|lunes|martes|miércoles|jueves|viernes|sábado|domingo|gio",
  "sab|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
)}[.,]*`;
const BETWEEN = "[-/., ]*";
/** A day or year beside a month: MAR1, 1-Mar, Sept 2026, 1-Mar-26, Nov 28, 2026, Mon Mar 1; with a time or without. */
const MONTH_DATE = new RegExp(
  `^(?:${WEEKDAY} *)?(?:\\d{1,4}${BETWEEN}${MONTH}(?:${BETWEEN}\\d{1,4})?|${MONTH}${BETWEEN}\\d{1,4}(?:${BETWEEN}\\d{1,4})?)` +
    "(?:,? +\\d{1,2}(?::[\\d:.]*)?(?: ?[ap]m)?)?$",
  "i",
);
/** In Poland and Hungary months are Roman numbers: X-1, V-12, 1 XI 2026. */
const ROMAN = oneOf("i{1,3}|iv|vi{0,3}|ix|xi{0,2}");
const ROMAN_DATE = new RegExp(`^(?:\\d{1,4}[-/. ]+${ROMAN}(?:[-/. ]+\\d{1,4})?|${ROMAN}[-/. ]+\\d{1,4})$`, "i");
const TRUTH = new RegExp(
  `^${oneOf("true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar|prawda|fałsz|sant|falskt|sand|falsk")}$`,
  "i",
);

/** Full-width digits and signs count as the plain ones where a spreadsheet speaks Japanese or Chinese; − is a minus to all. */
const plainSigns = (text: string): string => text.normalize("NFKC").replaceAll("\u2212", "-");

const CONVERTED = [NUMBER_OR_DATE, ISO_TIME, MONTH_DATE, ROMAN_DATE, TRUTH];

function isConverted(text: string): boolean {
  if (text === "" || PLAIN_NUMBER.test(text)) return false;
  const plain = plainSigns(text);
  return CONVERTED.some((form) => form.test(plain));
}

const isFormula = (text: string): boolean => FORMULA.test(plainSigns(text.slice(0, 1)));

const withoutMarks = (text: string): string => text.replace(/^'+/, "");

/** An apostrophe before what begins like a formula. */
export const guardFormula = (text: string): string => (isFormula(withoutMarks(text)) ? `'${text}` : text);

/** An apostrophe before what a spreadsheet would run as a formula, or turn into another number or a date. */
export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** The text before guardCell, whether the spreadsheet kept the apostrophe or not. */
export const unguardCell = (text: string): string => (text.startsWith("'") && needsGuard(text) ? text.slice(1) : text);

/** The same with and without apostrophes before the text, so that each one that is added is taken off again. */
function needsGuard(text: string): boolean {
  const bare = withoutMarks(text);
  return isFormula(bare) || isConverted(bare);
}

const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
const TIME = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?$/i;
const FULL_DATE = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ][\d:]+)?$/;
const SHORT_DATE = new RegExp(`^(?:\\d{1,2}[-. ]${MONTH}(?:[-. ]\\d{2,4})?|${MONTH}[-. ]\\d{2,4})$`, "i");

/** What a spreadsheet seems to have made of a text: it writes 5.01E+13 for a long number, 4-Mar for "3-4", 10:00 AM for "10 a". */
export function spreadsheetForm(text: string): "number" | "date" | "time" | null {
  if (SCIENTIFIC.test(text)) return "number";
  if (TIME.test(text)) return "time";
  return FULL_DATE.test(text) || SHORT_DATE.test(text) ? "date" : null;
}
