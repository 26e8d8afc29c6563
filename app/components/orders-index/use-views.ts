import { useFetcher } from "@remix-run/react";
import { viewQuery, writeListQuery, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";
import type { OrdersQueryState } from "./use-orders-query.ts";
import type { SavedViewId } from "../../ports/ids.ts";

export type ViewErrorResponse = { refused: "name_taken" | "too_many" | "not_found" };

export type Views = ReturnType<typeof useViews>["views"];

/** A page's saved views: the address opens them, the page's action changes them. An action resolves to true at once. */
export function useViews(all: readonly SavedView[], limit: number, queryState: OrdersQueryState) {
  const fetcher = useFetcher<ViewErrorResponse>();
  const current = all.find(({ id }) => id === queryState.viewId) ?? null;
  const submit = async (body: Record<string, string>): Promise<boolean> => {
    fetcher.submit(body, { method: "post", encType: "application/json" });
    return true;
  };
  const submitWithName = async (name: string, body: Record<string, string>) =>
    name.trim() !== "" && submit({ ...body, name: name.trim() });
  const views = {
    all,
    /** The open view, if any. */
    current,
    /** The page's query differs from the open view's. */
    changed: current !== null && current.query !== viewQueryString(queryState.query),
    canAdd: all.length < limit,
    saving: fetcher.state !== "idle",
    open: queryState.open,
    openTab: queryState.openTab,
    save: (name: string, query: ListQuery) =>
      submitWithName(name, { intent: "save_view", query: viewQueryString(query) }),
    update: (id: SavedViewId, query: ListQuery) => submit({ intent: "change_view", id, query: viewQueryString(query) }),
    rename: (id: SavedViewId, name: string) => submitWithName(name, { intent: "change_view", id }),
    duplicate: (view: SavedView, name: string) => submitWithName(name, { intent: "save_view", query: view.query }),
    remove: (id: SavedViewId) => submit({ intent: "delete_view", id }),
    /** Returns to the query of the open view, or to the tab without these filters. */
    revert: (without: Partial<ListQuery>) => (current ? queryState.open(current) : queryState.change(without)),
  };
  return { views, refused: fetcher.data?.refused ?? null };
}

const viewQueryString = (query: ListQuery): string => writeListQuery(viewQuery(query)).toString();
