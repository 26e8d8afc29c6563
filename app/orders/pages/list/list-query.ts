import { ATTENTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../core/states.ts";
import { TABS, type Tab } from "./tabs.ts";

export const SORTS = ["placed desc", "placed asc", "updated desc", "updated asc"] as const;
export type Sort = (typeof SORTS)[number];

/** What of a shop's orders is asked for. It lives in the page's address, so that links, reload and "back" keep it. */
export interface ListQuery {
  tab: Tab;
  /** Trimmed, "" for none. */
  search: string;
  /** Any of them; empty: no matter. */
  states: readonly SubmissionState[];
  reasons: readonly AttentionCode[];
  /** Days in the shop's time zone, YYYY-MM-DD, both included; "" for open. */
  placedFrom: string;
  placedTo: string;
  sort: Sort;
  /** Cursor: the page after it, or before it. */
  after: string | null;
  before: string | null;
}

export const DEFAULT_QUERY: ListQuery = {
  tab: "all",
  search: "",
  states: [],
  reasons: [],
  placedFrom: "",
  placedTo: "",
  sort: "placed desc",
  after: null,
  before: null,
};

const MAX_SEARCH_LENGTH = 100;
const MAX_CURSOR_LENGTH = 200;

/** Reads what is asked for from an address; what is not understood counts as not said. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_QUERY.tab,
    search: cleanSearch(params.get("search") ?? ""),
    states: readMany(params, "state", SUBMISSION_STATES),
    reasons: readMany(params, "reason", ATTENTION_CODES),
    placedFrom: readDay(params.get("from")),
    placedTo: readDay(params.get("to")),
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? DEFAULT_QUERY.sort,
    after: params.get("after")?.slice(0, MAX_CURSOR_LENGTH) ?? null,
    before: params.get("before")?.slice(0, MAX_CURSOR_LENGTH) ?? null,
  };
}

/** The address's part for a question; what is as usual is left out. Reads back as the same question. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.tab !== DEFAULT_QUERY.tab) params.set("tab", query.tab);
  if (query.search) params.set("search", query.search);
  if (query.states.length > 0) params.set("state", query.states.join(","));
  if (query.reasons.length > 0) params.set("reason", query.reasons.join(","));
  if (query.placedFrom) params.set("from", query.placedFrom);
  if (query.placedTo) params.set("to", query.placedTo);
  if (query.sort !== DEFAULT_QUERY.sort) params.set("sort", query.sort);
  if (query.after) params.set("after", query.after);
  if (query.before) params.set("before", query.before);
  return params;
}

/** Without the place in the list: what a saved view keeps, and what a changed filter starts from. */
export const firstPage = (query: ListQuery): ListQuery => ({ ...query, after: null, before: null });

/** Whether anything narrows the list beside its tab. */
export const isFiltered = (query: ListQuery): boolean =>
  query.search !== "" ||
  query.states.length > 0 ||
  query.reasons.length > 0 ||
  query.placedFrom !== "" ||
  query.placedTo !== "";

/** PostgreSQL knows no NUL in a text, and nobody searches for the other control characters. */
function cleanSearch(given: string): string {
  return given
    .replaceAll(/[\u0000-\u001f]+/g, " ")
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();
}

function readMany<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T[] {
  const given = (params.get(name) ?? "").split(",");
  return known.filter((value) => given.includes(value));
}

/** PostgreSQL refuses a day that no calendar has, so it has to be one. */
function readDay(given: string | null): string {
  if (!given || !/^[12]\d{3}-\d\d-\d\d$/.test(given)) return "";
  const at = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given) ? given : "";
}
