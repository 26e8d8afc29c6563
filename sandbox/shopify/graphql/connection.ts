import { GraphQLError } from "graphql";
import type { View } from "./context.ts";

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

const MOST_PER_PAGE = 250;

/** The place of an item in its list, as text that sorts. */
const place = (index: number): string => String(index).padStart(9, "0");

const encode = (key: string) => Buffer.from(JSON.stringify({ key })).toString("base64");

function decode(cursor: string): string {
  try {
    const read = JSON.parse(Buffer.from(cursor, "base64").toString("utf8")) as { key?: unknown };
    if (typeof read.key === "string") return read.key;
  } catch {
    // Falls through to the same answer as a cursor of another shape.
  }
  throw new GraphQLError(`Invalid cursor for current pagination sort: ${cursor}`);
}

/** A page of `items`. A cursor names a key, not an index, so that a list that grows between two pages loses nothing. */
export function connection<T>(
  items: readonly T[],
  args: PageArgs,
  view: (item: T) => View,
  keyOf: (item: T, index: number) => string = (_item, index) => place(index),
): View {
  const size = args.first ?? args.last;
  if (size == null) throw new GraphQLError("you must provide one of first or last");
  if (size < 0 || size > MOST_PER_PAGE) throw new GraphQLError(`first and last must be between 0 and ${MOST_PER_PAGE}`);
  const rows = items.map((item, index) => ({ item, key: keyOf(item, index) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const listed = args.reverse ? rows.reverse() : rows;
  const isAfter = (key: string, other: string) => (args.reverse ? key < other : key > other);
  const after = args.after ? decode(args.after) : null;
  const before = args.before ? decode(args.before) : null;
  const inRange = listed.filter(
    ({ key }) => (after === null || isAfter(key, after)) && (before === null || isAfter(before, key)),
  );
  const page = args.first != null ? inRange.slice(0, size) : inRange.slice(Math.max(0, inRange.length - size));
  const cut = page.length < inRange.length;
  return {
    nodes: () => page.map(({ item }) => view(item)),
    edges: () => page.map(({ item, key }) => ({ cursor: encode(key), node: view(item) })),
    pageInfo: {
      hasNextPage: args.first != null ? cut : before !== null,
      hasPreviousPage: args.first != null ? after !== null : cut,
      startCursor: page[0] ? encode(page[0].key) : null,
      endCursor: page.length > 0 ? encode(page[page.length - 1]?.key ?? "") : null,
    },
  };
}
