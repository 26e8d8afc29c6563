import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LISTS, type ListName } from "./page-links.ts";

/** Of a page's address: the id of the open view. */
export const SAVED_VIEW_PARAM = "saved";

/** What Shopify's admin adds to the address of the page that it opens. Tokens end soon. */
const OF_ADMIN = ["embedded", "hmac", "host", "id_token", "locale", "session", "shop", "timestamp"];

/** The query with which each list was seen last in this window, by path. Empty on the server, whose memory is everybody's. */
const lastQueries = new Map<string, string>();

/** To be called in the browser only. */
function keepListQuery({ pathname, search }: { pathname: string; search: string }): void {
  const params = new URLSearchParams(search);
  for (const name of OF_ADMIN) params.delete(name);
  lastQueries.set(pathname, params.size > 0 ? `?${params}` : "");
}

/** Where a page of one thing leads back to: the list with its filters and its page. */
export const addressOfList = (pathname: string): string => `${pathname}${lastQueries.get(pathname) ?? ""}`;

/** The list that an order's page was opened from, as its address says, or that is open. */
export function useListName(): ListName {
  const { pathname, search } = useLocation();
  return pathname === LISTS.inbox || new URLSearchParams(search).get("from") === "inbox" ? "inbox" : "orders";
}

/** The query of a list in the page's address. */
export function useListAddress() {
  const location = useLocation();
  const { state, location: nextLocation } = useNavigation();
  const navigate = useNavigate();
  useEffect(() => keepListQuery(location), [location]);
  // A pending navigation shows its query before its result arrives; a request for the address of a search has none.
  const pending = state === "loading" && nextLocation.pathname === location.pathname;
  const params = new URLSearchParams(pending ? nextLocation.search : location.search);
  return {
    params,
    /** The saved view that is open. */
    viewId: params.get(SAVED_VIEW_PARAM),
    loading: nextLocation !== undefined,
    navigateTo(searchParams: URLSearchParams, view: string | null, replace = false): void {
      if (view) searchParams.set(SAVED_VIEW_PARAM, view);
      navigate(`${location.pathname}?${searchParams.toString()}`, { replace });
    },
  };
}

/**
 * The links to other pages of a list whose pages know only the next one; the previous ones are in the browser's history.
 * undefined: the list has one page.
 * @param after where this page begins; null for the first page
 */
export function usePages<Key extends string | number>(
  after: Key | null,
  next: Key | null,
  addressOf: (next: Key) => string,
) {
  const navigate = useNavigate();
  if (after === null && next === null) return undefined;
  return {
    hasPrevious: after !== null,
    onPrevious: () => navigate(-1),
    hasNext: next !== null,
    onNext: () => next !== null && navigate(addressOf(next)),
  };
}

const DEBOUNCE_MS = 300;

/** The text of a search box. Typing searches after a pause; a change of the page's address replaces the text. */
export function useSearchBox(query: string, onSearch: (typed: string) => void) {
  const [text, setText] = useState(query);
  const lastQuery = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const onSearchRef = useRef(onSearch);
  onSearchRef.current = onSearch;

  useEffect(() => {
    if (query === lastQuery.current) return;
    lastQuery.current = query;
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (typed: string, delayMs: number) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      lastQuery.current = typed.trim();
      onSearchRef.current(lastQuery.current);
    }, delayMs);
  };
  return {
    text,
    type: (typed: string) => search(typed, DEBOUNCE_MS),
    clear: () => search("", 0),
  };
}
