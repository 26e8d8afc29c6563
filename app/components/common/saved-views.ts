import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { IndexFiltersProps } from "@shopify/polaris";
import type { SavedViewId } from "../../ports/ids.ts";
import type { SavedView } from "../../shops/saved-views.ts";
import { hasFailed, type RequestFailed } from "./request-failed.ts";

/** What a page's action answers to a change of its views. */
export type SavedViewResponse =
  { created: SavedView } | { changed: true } | { deleted: true } | { refused: "name_taken" | "too_many" | "not_found" };

/** The list that the page shows. */
interface ShownList {
  /** The view that the address names. */
  viewId: string | null;
  /** What a view of the list keeps of its query. */
  query: string;
  open(view: SavedView): void;
  /** Opens the list that is there without a view. */
  close(): void;
}

export type SavedViews = ReturnType<typeof useSavedViews>["views"];

/** A page's saved views: the address opens them, the page's action changes them. An action resolves to true at once. */
export function useSavedViews(all: readonly SavedView[], limit: number, shown: ShownList) {
  const fetcher = useFetcher<SavedViewResponse | RequestFailed>();
  const { data } = fetcher;
  // Not by a redirect: one that arrives after the page began to refresh itself is not followed.
  useEffect(() => {
    if (data && "created" in data) shown.open(data.created);
    if (data && "deleted" in data) shown.close();
  }, [data]);
  const current = all.find(({ id }) => id === shown.viewId) ?? null;
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
    /** The list differs from the open view's. */
    changed: current !== null && current.query !== shown.query,
    canAdd: all.length < limit,
    saving: fetcher.state !== "idle",
    open: shown.open,
    /** Saves a list under a new name: the one that is shown, unless a query is given. */
    save: (name: string, query = shown.query) => submitWithName(name, { intent: "save_view", query }),
    /** Saves the list that is shown in a view. */
    update: (id: SavedViewId) => submit({ intent: "change_view", id, query: shown.query }),
    rename: (id: SavedViewId, name: string) => submitWithName(name, { intent: "change_view", id }),
    duplicate: (view: SavedView, name: string) => submitWithName(name, { intent: "save_view", query: view.query }),
    remove: (id: SavedViewId) => submit({ intent: "delete_view", id }),
  };
  return { views, problem: problemOf(data) };
}

/** Why the last change of the views was not made. */
function problemOf(data: SavedViewResponse | RequestFailed | undefined) {
  if (hasFailed(data)) return data.outcome;
  return data && "refused" in data ? data.refused : null;
}

type TabProps = IndexFiltersProps["tabs"][number];

interface ViewTabs<Fixed extends string> {
  fixed: readonly Fixed[];
  /** The open one, unless a saved view is open. */
  open: Fixed;
  views: SavedViews;
  label(tab: Fixed): string;
  onOpen(tab: Fixed): void;
  /** Shows the filters of a saved view. */
  onEdit(): void;
}

/** The tabs of a list: its fixed ones, then the saved views with their actions. */
export function viewTabs<Fixed extends string>({ fixed, open, views, label, onOpen, onEdit }: ViewTabs<Fixed>) {
  const tabs: TabProps[] = [
    ...fixed.map((tab): TabProps => ({ id: `tab-${tab}`, content: label(tab), isLocked: true })),
    ...views.all.map((view) => savedViewTab(view, views, onEdit)),
  ];
  const selected = views.current ? fixed.length + views.all.indexOf(views.current) : fixed.indexOf(open);
  const select = (chosen: number): void => {
    const tab = fixed[chosen];
    const view = views.all[chosen - fixed.length];
    if (tab) onOpen(tab);
    else if (view) views.open(view);
  };
  return { tabs, selected, select };
}

function savedViewTab(view: SavedView, views: SavedViews, onEdit: () => void): TabProps {
  return {
    id: `saved-view-${view.id}`,
    content: view.name,
    actions: [
      { type: "rename", onPrimaryAction: (name) => views.rename(view.id, name) },
      ...(views.canAdd
        ? [{ type: "duplicate" as const, onPrimaryAction: (name: string) => views.duplicate(view, name) }]
        : []),
      { type: "edit", onAction: onEdit },
      { type: "delete", onPrimaryAction: () => views.remove(view.id) },
    ],
  };
}

/** Saves the changes of an open view; elsewhere, saves what is filtered as a new view. */
export function saveViewAction(views: SavedViews, isFiltered: boolean): IndexFiltersProps["primaryAction"] {
  const { current, saving, changed } = views;
  if (current) return { type: "save", disabled: !changed, loading: saving, onAction: () => views.update(current.id) };
  const disabled = !isFiltered || !views.canAdd;
  return { type: "save-as", disabled, loading: saving, onAction: (name) => views.save(name) };
}
