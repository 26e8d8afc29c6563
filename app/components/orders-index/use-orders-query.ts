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

/** The query in the page's address, and the ways to change it. */
export interface OrdersQueryState {
  query: ListQuery;
  viewId: string | null;
  loading: boolean;
  /** Returns to the first page, unless the change is a cursor. */
  change(change: Partial<ListQuery>, options?: { replace: boolean }): void;
  open(view: SavedView): void;
  openTab(tab: Tab): void;
}

export function useOrdersQuery(): OrdersQueryState {
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
    change: (change, options) =>
      navigateTo(writeListQuery({ ...firstPage(query), ...change }), viewId, options?.replace ?? false),
    open: (view) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (tab) => navigateTo(writeListQuery({ ...DEFAULT_QUERY, tab, sort: query.sort }), null),
  };
}
