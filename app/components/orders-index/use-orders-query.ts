import { useActionData, useSubmit } from "@remix-run/react";
import {
  DEFAULT_QUERY,
  firstPage,
  readListQuery,
  writeListQuery,
  type ListQuery,
} from "../../orders/pages/list/list-query.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useListAddress } from "../common/use-list-address.ts";
import { SAVED_VIEW_PARAM } from "../common/use-saved-views.ts";
import type { SavedView } from "../../shops/saved-views.ts";

/** The query in the page's address, and the ways to change it. */
export function useOrdersQuery() {
  const { params, viewId, loading, navigateTo } = useListAddress();
  const submit = useSubmit();
  const searched = useActionData<RequestFailed>();
  const query = readListQuery(params);
  return {
    query,
    viewId,
    loading,
    /** Returns to the first page, unless the change is a cursor. */
    change: (change: Partial<ListQuery>) => navigateTo(writeListQuery({ ...firstPage(query), ...change }), viewId),
    /** The last search did not reach the app. */
    searchFailed: searched?.outcome === "failed",
    /** Searches on the first page. The server answers with an address that does not show the text. */
    search: (text: string) => {
      const searchParams = writeListQuery({ ...firstPage(query), search: "" });
      if (text === "") return navigateTo(searchParams, viewId, true);
      if (viewId) searchParams.set(SAVED_VIEW_PARAM, viewId);
      const body = { intent: "search", text, query: searchParams.toString() };
      submit(body, { method: "post", encType: "application/json", replace: true });
    },
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (tab: Tab) => navigateTo(writeListQuery({ ...DEFAULT_QUERY, tab, sort: query.sort }), null),
  };
}
