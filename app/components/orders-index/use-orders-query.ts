import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { EVERYTHING, firstPage, readListQuery, writeListQuery, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import type { View } from "../../orders/pages/saved-views.ts";

/** The question that the page's address asks, and ways to ask another one. */
export interface OrdersAddress {
  query: ListQuery;
  viewId: string | null;
  loading: boolean;
  /** Starts at the first page again, except for a change of the place itself. */
  change(change: Partial<ListQuery>, options?: { replace: boolean }): void;
  open(view: View): void;
  openTab(tab: Tab): void;
}

export function useOrdersAddress(): OrdersAddress {
  const here = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  // What was just asked for shows before its answer.
  const params = new URLSearchParams(coming?.pathname === here.pathname ? coming.search : here.search);
  const query = readListQuery(params);
  const viewId = params.get("view");
  const go = (asked: URLSearchParams, view: string | null, replace = false) => {
    if (view) asked.set("view", view);
    navigate(`${here.pathname}?${asked.toString()}`, { replace });
  };
  return {
    query,
    viewId,
    loading: coming !== undefined,
    change: (change, options) =>
      go(writeListQuery({ ...firstPage(query), ...change }), viewId, options?.replace ?? false),
    open: (view) => go(new URLSearchParams(view.query), view.id),
    openTab: (tab) => go(writeListQuery({ ...EVERYTHING, tab, sort: query.sort }), null),
  };
}
