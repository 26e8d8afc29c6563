import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  DEFAULT_QUERY,
  firstPage,
  readListQuery,
  writeListQuery,
  type ListQuery,
} from "../../orders/pages/list/list-query.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";

export type OrdersQueryState = ReturnType<typeof useOrdersQuery>;

/** The query in the page's address, and the ways to change it. */
export function useOrdersQuery() {
  const location = useLocation();
  const nextLocation = useNavigation().location;
  const navigate = useNavigate();
  // A pending navigation shows its query before its result arrives.
  const params = new URLSearchParams(
    nextLocation?.pathname === location.pathname ? nextLocation.search : location.search,
  );
  const query = readListQuery(params);
  const viewId = params.get("view");
  const navigateTo = (searchParams: URLSearchParams, view: string | null, replace = false) => {
    if (view) searchParams.set("view", view);
    navigate(`${location.pathname}?${searchParams.toString()}`, { replace });
  };
  return {
    query,
    viewId,
    loading: nextLocation !== undefined,
    /** Returns to the first page, unless the change is a cursor. */
    change: (change: Partial<ListQuery>, options?: { replace: boolean }) =>
      navigateTo(writeListQuery({ ...firstPage(query), ...change }), viewId, options?.replace ?? false),
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (tab: Tab) => navigateTo(writeListQuery({ ...DEFAULT_QUERY, tab, sort: query.sort }), null),
  };
}
