import type { IndexFiltersProps } from "@shopify/polaris";
import type { Counts } from "../../orders/pages/list/count-orders.ts";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { COUNT_LIMIT, COUNTED_TABS, TABS, type Tab } from "../../orders/pages/list/tabs.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";
import type { Views } from "./use-views.ts";
import { TAB_COPY } from "./copy.ts";

type TabProps = IndexFiltersProps["tabs"][number];

/** The fixed tabs, then the saved views with their actions. */
export function orderTabs(query: ListQuery, counts: Counts, views: Views, onEdit: () => void) {
  const tabs: TabProps[] = [
    ...TABS.map((tab): TabProps => ({
      id: `orders-${tab}`,
      content: TAB_COPY[tab].label + count(tab, counts),
      isLocked: true,
    })),
    ...views.all.map((view) => viewTab(view, views, onEdit)),
  ];
  const index = views.current ? TABS.length + views.all.indexOf(views.current) : TABS.indexOf(query.tab);
  const select = (chosen: number): void => {
    const tab = TABS[chosen];
    const view = views.all[chosen - TABS.length];
    if (tab) views.openTab(tab);
    else if (view) views.open(view);
  };
  return { tabs, selected: index, select };
}

/** Part of the text and no badge: Polaris measures tabs without badges, and the last tabs would overflow the line. */
function count(tab: Tab, counts: Counts): string {
  const counted = COUNTED_TABS.find((one) => one === tab);
  const orders = counted ? counts.tabs[counted] : 0;
  if (orders === 0) return "";
  return orders >= COUNT_LIMIT ? ` (${COUNT_LIMIT - 1}+)` : ` (${orders})`;
}

function viewTab(view: SavedView, views: Views, onEdit: () => void): TabProps {
  return {
    id: `orders-view-${view.id}`,
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
