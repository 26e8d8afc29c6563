import { useFetcher } from "@remix-run/react";
import { firstPage, writeListQuery, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import type { OrdersQueryState } from "./use-orders-query.ts";

/** A page's saved views and their actions. An action resolves to true once it was requested. */
export interface Views {
  all: readonly SavedView[];
  /** The open view, if any. */
  current: SavedView | null;
  /** The page's query differs from the open view's. */
  changed: boolean;
  canAdd: boolean;
  saving: boolean;
  open(view: SavedView): void;
  openTab(tab: Tab): void;
  save(name: string, query: ListQuery): Promise<boolean>;
  update(id: string, query: ListQuery): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  duplicate(view: SavedView, name: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Returns to the query of the open view, or to the tab without these filters. */
  revert(withoutFilters: Partial<ListQuery>): void;
}

export type ViewErrorResponse = { refused: "name_taken" | "too_many" | "not_found" };

/** The saved views: the page's address opens them, its action changes them. */
export function useViews(all: readonly SavedView[], limit: number, queryState: OrdersQueryState) {
  const fetcher = useFetcher<ViewErrorResponse>();
  const current = all.find(({ id }) => id === queryState.viewId) ?? null;
  const submit = async (body: Record<string, string>): Promise<boolean> => {
    fetcher.submit(body, { method: "post", encType: "application/json" });
    return true;
  };
  const submitWithName = async (name: string, body: Record<string, string>) =>
    name.trim() !== "" && submit({ ...body, name: name.trim() });
  const views: Views = {
    all,
    current,
    changed: current !== null && current.query !== viewQueryString(queryState.query),
    canAdd: all.length < limit,
    saving: fetcher.state !== "idle",
    open: (view) => queryState.open(view),
    openTab: (tab) => queryState.openTab(tab),
    save: (name, query) => submitWithName(name, { intent: "save_view", query: viewQueryString(query) }),
    update: (id, query) => submit({ intent: "change_view", id, query: viewQueryString(query) }),
    rename: (id, name) => submitWithName(name, { intent: "change_view", id }),
    duplicate: (view, name) => submitWithName(name, { intent: "save_view", query: view.query }),
    remove: (id) => submit({ intent: "delete_view", id }),
    revert: (without) => (current ? queryState.open(current) : queryState.change(without)),
  };
  return { views, refused: fetcher.data?.refused ?? null };
}

/** A view keeps the query without the position in its result. */
const viewQueryString = (query: ListQuery): string => writeListQuery(firstPage(query)).toString();
