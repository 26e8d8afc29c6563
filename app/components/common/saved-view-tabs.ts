import type { IndexFiltersProps } from "@shopify/polaris";
import type { SavedView } from "../../shops/saved-views.ts";
import type { SavedViews } from "./use-saved-views.ts";

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
