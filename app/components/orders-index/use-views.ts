import { useFetcher } from "@remix-run/react";
import { firstPage, writeListQuery, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";
import type { OrdersQueryState } from "./use-orders-query.ts";
import type { Views } from "./views.ts";

export type ViewErrorResponse = { refused: "name_taken" | "too_many" | "not_found" };

/** The saved views over the page's address and its action. */
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

/** A view keeps the question, not the place in its answer. */
const viewQueryString = (query: ListQuery): string => writeListQuery(firstPage(query)).toString();
