import { cutText } from "../../../common/clean-text.ts";
import { ATTENTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../core/states.ts";
import { COLUMNS, type Column } from "./columns.ts";
import { TABS, type Tab } from "./tabs.ts";

/** stage: by the time since when an order is in its present stage. Those that are in none come last. */
export const SORTS = ["placed desc", "placed asc", "updated desc", "updated asc", "stage asc", "stage desc"] as const;
export type Sort = (typeof SORTS)[number];

/** The query of the orders page. The page's address holds it, so that links, reload and "back" keep it. */
export interface ListQuery {
  tab: Tab;
  /** Trimmed text, or encrypted text (search-text.ts), which the page writes; "": none. */
  search: string;
  /** Any of these; empty: every one. */
  states: readonly SubmissionState[];
  reasons: readonly AttentionCode[];
  /** Only rejected orders that can be sent again as they are (core/resendable.ts). */
  resendable: boolean;
  /** Only orders with an item that is mapped, and that another service fulfills or that isn't shipped, as Shopify has it. */
  excludedInShopify: boolean;
  /** Only orders that have been in their stage for longer than the settings allow. */
  late: boolean;
  /** Days in the shop's time zone, YYYY-MM-DD, both included; "": open. */
  placedFrom: string;
  placedTo: string;
  /** Shopify's numbers of products, of which an order has one. */
  products: readonly string[];
  /** Destinations, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** Titles of Shopify's shipping methods, cut to SHIPPING_LENGTH. */
  shipping: readonly string[];
  /** Tags in Shopify, of which an order has one. */
  tags: readonly string[];
  /** Print item value in the order's currency, decimal strings, both included; "": open. */
  amountFrom: string;
  amountTo: string;
  sort: Sort;
  /** Empty: those of the tab. */
  columns: readonly Column[];
  /** The cursor before or after the page. */
  after: string | null;
  before: string | null;
}

type Filters = Omit<ListQuery, "tab" | "search" | "sort" | "columns" | "after" | "before">;

export const NO_FILTERS: Filters = {
  states: [],
  reasons: [],
  resendable: false,
  excludedInShopify: false,
  late: false,
  placedFrom: "",
  placedTo: "",
  products: [],
  countries: [],
  shipping: [],
  tags: [],
  amountFrom: "",
  amountTo: "",
};

export const DEFAULT_QUERY: ListQuery = {
  tab: "all",
  search: "",
  ...NO_FILTERS,
  sort: "placed desc",
  columns: [],
  after: null,
  before: null,
};

const MAX_SEARCH_LENGTH = 100;
/** An encrypted search begins so. */
export const ENCRYPTED_SEARCH = "e.";
const MAX_ENCRYPTED_LENGTH = 800;
const MAX_CURSOR_LENGTH = 200;
/** Of each filter by what occurs in the shop. */
const MAX_CHOSEN = 20;
/** As much of a title as the index has (prisma/migrations). */
const SHIPPING_LENGTH = 255;

/** The query of an address. Invalid parts take their default. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_QUERY.tab,
    search: readSearch(params.get("search") ?? ""),
    states: readMany(params, "state", SUBMISSION_STATES),
    reasons: readMany(params, "reason", ATTENTION_CODES),
    resendable: params.get("resendable") === "1",
    excludedInShopify: params.get("excluded") === "shopify",
    late: params.get("late") === "1",
    placedFrom: readDay(params.get("from")),
    placedTo: readDay(params.get("to")),
    products: readList(params.get("product"), /^\d{1,20}$/),
    countries: readList(params.get("country"), /^[A-Z]{2}$/),
    // Titles have commas.
    shipping: distinct(params.getAll("shipping").filter(isTitle)),
    tags: distinct(params.getAll("tag").filter(isTitle)),
    amountFrom: readAmount(params.get("min")),
    amountTo: readAmount(params.get("max")),
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? DEFAULT_QUERY.sort,
    columns: readMany(params, "columns", COLUMNS),
    after: params.get("after")?.slice(0, MAX_CURSOR_LENGTH) ?? null,
    before: params.get("before")?.slice(0, MAX_CURSOR_LENGTH) ?? null,
  };
}

/** The address of a query, without the defaults. `readListQuery` returns the same query. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.tab !== DEFAULT_QUERY.tab) params.set("tab", query.tab);
  if (query.search) params.set("search", query.search);
  if (query.states.length > 0) params.set("state", query.states.join(","));
  if (query.reasons.length > 0) params.set("reason", query.reasons.join(","));
  if (query.resendable) params.set("resendable", "1");
  if (query.excludedInShopify) params.set("excluded", "shopify");
  if (query.late) params.set("late", "1");
  if (query.placedFrom) params.set("from", query.placedFrom);
  if (query.placedTo) params.set("to", query.placedTo);
  if (query.products.length > 0) params.set("product", query.products.join(","));
  if (query.countries.length > 0) params.set("country", query.countries.join(","));
  for (const title of query.shipping) params.append("shipping", title);
  for (const tag of query.tags) params.append("tag", tag);
  if (query.amountFrom) params.set("min", query.amountFrom);
  if (query.amountTo) params.set("max", query.amountTo);
  if (query.sort !== DEFAULT_QUERY.sort) params.set("sort", query.sort);
  if (query.columns.length > 0) params.set("columns", query.columns.join(","));
  if (query.after) params.set("after", query.after);
  if (query.before) params.set("before", query.before);
  return params;
}

/** The query without its cursor: a saved view and a changed filter start at the first page. */
export const firstPage = (query: ListQuery): ListQuery => ({ ...query, after: null, before: null });

/** What a saved view keeps of a query: neither the position in its result nor the search, which may name a customer. */
export const viewQuery = (query: ListQuery): ListQuery => ({ ...firstPage(query), search: "" });

/** Whether the query has a search or a filter besides its tab. */
export const isFiltered = (query: ListQuery): boolean => query.search !== "" || hasFilters(query);

/** Whether the query has a filter besides its tab and its search. */
export const hasFilters = (query: ListQuery): boolean =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).some((name) => {
    const value = query[name];
    return typeof value === "object" ? value.length > 0 : value !== NO_FILTERS[name];
  });

export const isEncryptedSearch = (search: string): boolean =>
  search.startsWith(ENCRYPTED_SEARCH) && search.length <= MAX_ENCRYPTED_LENGTH && /^[\w.-]*$/.test(search);

const readSearch = (given: string): string => (isEncryptedSearch(given) ? given : cleanSearch(given));

/** PostgreSQL texts cannot contain NUL; the other control characters are of no use in a search. */
export function cleanSearch(given: string): string {
  return cutText(given.replaceAll(/[\u0000-\u001f]+/g, " ").trim(), MAX_SEARCH_LENGTH).trim();
}

function readMany<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T[] {
  const given = (params.get(name) ?? "").split(",");
  return known.filter((value) => given.includes(value));
}

const readList = (given: string | null, form: RegExp): string[] =>
  distinct((given ?? "").split(",").filter((value) => form.test(value)));

const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, MAX_CHOSEN);

/** PostgreSQL texts cannot contain NUL, and its index has so many characters of a title. */
const isTitle = (text: string): boolean =>
  text !== "" && !text.includes("\u0000") && Array.from(text).length <= SHIPPING_LENGTH;

const readAmount = (given: string | null): string => (given !== null && isAmount(given) ? given : "");

/** An amount as staff types it: 12, 12.50. */
export const isAmount = (text: string): boolean => /^\d{1,9}(?:\.\d{1,3})?$/.test(text);

/** PostgreSQL rejects dates that do not exist, such as February 30. */
function readDay(given: string | null): string {
  if (!given || !/^[12]\d{3}-\d\d-\d\d$/.test(given)) return "";
  const at = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given) ? given : "";
}
