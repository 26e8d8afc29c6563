import { GraphQLError } from "graphql";

/** Reads one searchable field of an item: a text, several texts, or a time. */
export type Searchable<T> = Record<string, (item: T) => string | string[] | Date | null>;

interface Term {
  field: string;
  operator: string;
  value: string;
}

const TERM = /([a-z_]+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|(\S+))/y;

/** The part of Shopify's search syntax that the app may use: `field:value` terms, all of which have to match. @throws GraphQLError for any other */
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
    TERM.lastIndex = 0;
    const found = TERM.exec(rest);
    if (!found) throw new GraphQLError(`The stand-in cannot read this search: ${query}`);
    const [all, field = "", operator = ":", single, double, bare] = found;
    terms.push({ field, operator, value: single ?? double ?? bare ?? "" });
    rest = rest
      .slice(all.length)
      .trim()
      .replace(/^AND\s+/, "");
  }
  return terms;
}

function matches(actual: string | string[] | Date | null, { operator, value }: Term): boolean {
  if (value === "any") return true;
  if (actual === null) return false;
  if (actual instanceof Date) return compare(actual.getTime(), operator, new Date(value).getTime());
  const texts = Array.isArray(actual) ? actual : [actual];
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
