import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { SAVED_VIEW_PARAM } from "./use-saved-views.ts";

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
