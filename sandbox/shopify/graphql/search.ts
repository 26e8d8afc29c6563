import { GraphQLError } from "graphql";

/** Reads one searchable field of an item: a text, several texts, or a time. */
export type Searchable<T> = Record<string, (item: T) => string | string[] | Date | null>;

interface Term {
  field: string;
  operator: string;
  value: string;
}

const TERM = /([a-z_]+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|(\S+))/y;
/** A bare word; `*` at its end: the beginning of a word. Signs of the syntax are escaped. */
const WORD = /((?:[^\s:*"'()\\]|\\.)+)(\*)?(?=\s|$)/y;

/**
 * The part of Shopify's search syntax that the app may use: `field:value` terms and bare words, all of which have to
 * match. Bare words are looked for in the field `default`. @throws GraphQLError for any other
 */
export function search<T>(items: readonly T[], query: string | null | undefined, fields: Searchable<T>): T[] {
  const terms = parse(query ?? "");
  for (const { field } of terms) {
    if (!fields[field]) throw new GraphQLError(`The stand-in cannot search by ${field}: ${query}`);
  }
  return items.filter((item) => terms.every((term) => matches(fields[term.field]?.(item) ?? null, term)));
}

function parse(query: string): Term[] {
  const terms: Term[] = [];
  let rest = query.trim();
  while (rest) {
    const read = readTerm(rest) ?? readWord(rest);
    if (!read) throw new GraphQLError(`The stand-in cannot read this search: ${query}`);
    terms.push(read.term);
    rest = rest
      .slice(read.length)
      .trim()
      .replace(/^AND\s+/, "");
  }
  return terms;
}

interface Read {
  term: Term;
  length: number;
}

function readTerm(text: string): Read | null {
  TERM.lastIndex = 0;
  const found = TERM.exec(text);
  if (!found) return null;
  const [all, field = "", operator = ":", single, double, bare] = found;
  return { term: { field, operator, value: single ?? double ?? bare ?? "" }, length: all.length };
}

function readWord(text: string): Read | null {
  WORD.lastIndex = 0;
  const found = WORD.exec(text);
  if (!found) return null;
  const [all, word = "", star] = found;
  const value = word.replaceAll(/\\(.)/g, "$1").toLowerCase();
  return { term: { field: "default", operator: star ? "begins" : "word", value }, length: all.length };
}

function matches(actual: string | string[] | Date | null, { operator, value }: Term): boolean {
  if (value === "any") return true;
  if (actual === null) return false;
  if (actual instanceof Date) return compare(actual.getTime(), operator, new Date(value).getTime());
  const texts = Array.isArray(actual) ? actual : [actual];
  if (operator === "begins") return texts.some((text) => ` ${text.toLowerCase()}`.includes(` ${value}`));
  if (operator === "word") return texts.some((text) => ` ${text.toLowerCase()} `.includes(` ${value} `));
  return texts.some((text) => text.toLowerCase() === value.toLowerCase());
}

function compare(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case "<":
      return left < right;
    default:
      return left === right;
  }
}
