/**
 * Far more than an order of 1,000 lines has, or a page of the print service's list, and few enough that a body of brackets
 * or commas alone costs a tenth of a second: a signed body may still hold nonsense.
 */
const MAX_VALUES = 500_000;
const MAX_DEPTH = 100;
/** Shopify's ids have fourteen digits today; a page of the print service's list has 200 orders with their parcels. */
const MAX_LARGE_INTEGERS = 50_000;

const byte = (char: string): number => char.charCodeAt(0);
const QUOTE = byte('"');
const BACKSLASH = byte("\\");
const COMMA = byte(",");
const COLON = byte(":");
const MINUS = byte("-");
const OPENING = [byte("["), byte("{")];
const CLOSING = [byte("]"), byte("}")];

/**
 * JSON.parse that keeps whole numbers beyond 2^53 as text: Shopify's own samples have such ids, tracking numbers of 20
 * digits are usual, and rounding would name another order or parcel. null when the text is not JSON, is nested too deeply,
 * or has too many values to be an order. One pass over the bytes checks the bounds before parsing, and finds the large
 * numbers: a reviver would be called for each value.
 */
export function parseJson(body: Buffer): { value: unknown } | null {
  const large = findLargeIntegers(body);
  if (!large) return null;
  try {
    return { value: JSON.parse(withQuotes(body, large)) as unknown };
  } catch {
    return null;
  }
}

interface Span {
  from: number;
  to: number;
}

/** Where integers beyond 2^53 stand; null for a body beyond the bounds. */
function findLargeIntegers(body: Buffer): Span[] | null {
  const found: Span[] = [];
  let values = 1;
  let depth = 0;
  let afterNumber = false;
  for (let at = 0; at < body.length; at += 1) {
    const current = body[at] as number;
    if (isBlank(current)) continue;
    // A number before a colon is not JSON; quotes would make it valid.
    if (current === COLON && afterNumber) return null;
    afterNumber = false;
    if (current === QUOTE) at = endOfText(body, at);
    else if (current === COMMA) values += 1;
    else if (OPENING.includes(current)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.includes(current)) depth -= 1;
    else if (current === MINUS || isDigit(current)) {
      const to = endOfNumber(body, at);
      if (isLargeInteger(body, at, to)) found.push({ from: at, to });
      afterNumber = true;
      at = to - 1;
    }
    if (values > MAX_VALUES || depth > MAX_DEPTH || found.length > MAX_LARGE_INTEGERS) return null;
  }
  return found;
}

/** Position of the quote that ends the text which begins here, or the body's end. */
function endOfText(body: Buffer, from: number): number {
  for (let at = from + 1; at < body.length; at += 1) {
    if (body[at] === BACKSLASH) at += 1;
    else if (body[at] === QUOTE) return at;
  }
  return body.length;
}

/** Position after all that may belong to a number; JSON.parse rejects what is none. */
function endOfNumber(body: Buffer, from: number): number {
  let at = from + 1;
  while (at < body.length && (isDigit(body[at] as number) || "+-.eE".includes(String.fromCharCode(body[at] as number))))
    at += 1;
  return at;
}

function isLargeInteger(body: Buffer, from: number, to: number): boolean {
  // 2^53 has 16 digits.
  if (to - from < 16) return false;
  const text = body.toString("latin1", from, to);
  return /^-?[1-9]\d*$/.test(text) && !Number.isSafeInteger(Number(text));
}

function withQuotes(body: Buffer, spans: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of spans) {
    parts.push(body.toString("utf8", done, from), `"${body.toString("latin1", from, to)}"`);
    done = to;
  }
  parts.push(body.toString("utf8", done));
  return parts.join("");
}

const isDigit = (one: number): boolean => one >= 48 && one <= 57;
const isBlank = (one: number): boolean => one === 32 || one === 10 || one === 13 || one === 9;
