import { z } from "zod";

/** How the list is paged, and which orders it delays: the interface leaves both open (4.5, 8). */
export const listingSchema = z.object({
  /** What `limit` counts: the interface says "items". A page has one order at least. */
  limitCounts: z.enum(["orders", "items"]),
  /** Most bytes of JSON on a page; null: no limit. */
  pageBytes: z.number().int().min(1).nullable(),
  /** Page 1, 2, … has so many orders at most, from the first number again after the last one; empty: as many as fit. */
  shortPages: z.array(z.number().int().min(1)),
  /**
   * As under load, every nth request is answered with another limit: its page begins elsewhere, too.
   */
  underLoad: z.object({ every: z.number().int().min(1), limit: z.number().int().min(1) }).nullable(),
  /** A page number beyond the last page is taken for the last one, or every page number for 1. */
  pageNumber: z.enum(["honored", "clamped", "ignored"]),
  sequence: z.enum(["newest first", "oldest first"]),
  /** Whether `length` counts the orders of the page, or all of the range. */
  lengthOf: z.enum(["page", "range"]),
  /** List and detail show every nth order only after a further delay. */
  late: z.object({ every: z.number().int().min(1), ms: z.number().int().min(0) }).nullable(),
});

export type Listing = z.infer<typeof listingSchema>;

export const DEFAULT_LISTING: Listing = {
  limitCounts: "orders",
  pageBytes: null,
  shortPages: [],
  underLoad: null,
  pageNumber: "honored",
  sequence: "newest first",
  lengthOf: "page",
  late: null,
};

/** Omitted settings stay. */
export function changeListing(
  settings: { listing: Listing },
  to: { [K in keyof Listing]?: Listing[K] | undefined },
): void {
  settings.listing = { ...settings.listing, ...to } as Listing;
}

export interface Rows<T> {
  all: readonly T[];
  /** What one row counts as one of `limit`, and applies bytes. */
  items(row: T): number;
  bytes(row: T): number;
}

/** The rows of one page. `asked`: the number of this request to the list, from 1. */
export function pageOf<T>(
  rows: Rows<T>,
  rules: Listing,
  { limit, page, asked }: Record<"limit" | "page" | "asked", number>,
): readonly T[] {
  const { underLoad, pageNumber } = rules;
  const effective = underLoad && asked % underLoad.every === 0 ? underLoad.limit : limit;
  const pages = inPages(rows, rules, effective);
  if (pageNumber === "ignored") return pages[0] ?? [];
  return pages[(pageNumber === "clamped" ? Math.min(page, pages.length) : page) - 1] ?? [];
}

function inPages<T>({ all, items, bytes }: Rows<T>, rules: Listing, limit: number): T[][] {
  const { limitCounts, pageBytes, shortPages } = rules;
  const pages: T[][] = [];
  let left = { limit: 0, bytes: 0, orders: 0 };
  for (const row of all) {
    const counts = limitCounts === "items" ? items(row) : 1;
    const size = pageBytes === null ? 0 : bytes(row);
    if (pages.length === 0 || counts > left.limit || size > left.bytes || left.orders === 0) {
      const orders = shortPages[pages.length % shortPages.length] ?? Infinity;
      left = { limit, bytes: pageBytes ?? Infinity, orders };
      pages.push([]);
    }
    pages.at(-1)?.push(row);
    left = { limit: left.limit - counts, bytes: left.bytes - size, orders: left.orders - 1 };
  }
  return pages;
}
