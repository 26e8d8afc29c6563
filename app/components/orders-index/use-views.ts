import { useFetcher } from "@remix-run/react";
import { firstPage, writeListQuery, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { View } from "../../orders/pages/saved-views.ts";
import type { OrdersAddress } from "./use-orders-query.ts";
import type { Views } from "./views.ts";

export type ViewAnswer = { refused: "name_taken" | "too_many" | "not_found" };

/** The saved views over the page's address and its action. */
export function useViews(all: readonly View[], limit: number, address: OrdersAddress) {
  const fetcher = useFetcher<ViewAnswer>();
  const current = all.find(({ id }) => id === address.viewId) ?? null;
  const ask = async (body: Record<string, string>): Promise<boolean> => {
    fetcher.submit(body, { method: "post", encType: "application/json" });
    return true;
  };
  const named = async (name: string, body: Record<string, string>) =>
    name.trim() !== "" && ask({ ...body, name: name.trim() });
  const views: Views = {
    all,
    current,
    changed: current !== null && current.query !== kept(address.query),
    canAdd: all.length < limit,
    saving: fetcher.state !== "idle",
    open: (view) => address.open(view),
    openTab: (tab) => address.openTab(tab),
    save: (name, query) => named(name, { intent: "save_view", query: kept(query) }),
    keep: (id, query) => ask({ intent: "change_view", id, query: kept(query) }),
    rename: (id, name) => named(name, { intent: "change_view", id }),
    duplicate: (view, name) => named(name, { intent: "save_view", query: view.query }),
    remove: (id) => ask({ intent: "delete_view", id }),
    revert: (without) => (current ? address.open(current) : address.change(without)),
  };
  return { views, refused: fetcher.data?.refused ?? null };
}

/** A view keeps the question, not the place in its answer. */
const kept = (query: ListQuery): string => writeListQuery(firstPage(query)).toString();
