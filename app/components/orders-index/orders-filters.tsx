import { IndexFilters, IndexFiltersMode, useSetIndexFiltersMode, type IndexFiltersProps } from "@shopify/polaris";
import { useState } from "react";
import type { Counts } from "../../orders/pages/list/count-orders.ts";
import { DEFAULT_QUERY, hasFilters, isFiltered, SORTS, type ListQuery } from "../../orders/pages/list/list-query.ts";
import { useShop } from "../common/shop-context.tsx";
import { appliedFilters, filterControls } from "./filter-controls.tsx";
import { orderTabs } from "./order-tabs.ts";
import { useSearchBox } from "../common/use-search-box.ts";
import type { Views } from "./use-views.ts";
import { FILTERS, SORT_OPTIONS } from "./copy.ts";

export interface OrdersFiltersProps {
  query: ListQuery;
  counts: Counts;
  views: Views;
  loading: boolean;
  /** The text of the search, which the query has encrypted. */
  search: string;
  onChange(change: Partial<ListQuery>): void;
  onSearch(text: string): void;
}

const NO_FILTERS: Partial<ListQuery> = { states: [], reasons: [], placedFrom: "", placedTo: "", search: "" };

/** Tabs, saved views, search, filters and sorting of the orders page. */
export function OrdersFilters({ query, search, counts, views, loading, onChange, onSearch }: OrdersFiltersProps) {
  const { timezone } = useShop();
  const { mode, setMode } = useSetIndexFiltersMode(
    isFiltered(query) && !views.current ? IndexFiltersMode.Filtering : IndexFiltersMode.Default,
  );
  // The search field takes the focus when a merchant opens it, and not on every visit to a filtered address.
  const [opened, setOpened] = useState(false);
  const box = useSearchBox(search, onSearch);
  const { tabs, selected, select } = orderTabs(query, counts, views, () => setMode(IndexFiltersMode.Filtering));
  return (
    <IndexFilters
      mode={mode}
      setMode={(nextMode) => {
        if (nextMode === IndexFiltersMode.Default && isPopoverOpen()) return;
        setOpened(true);
        setMode(nextMode);
      }}
      tabs={tabs}
      selected={selected}
      onSelect={(index) => {
        setMode(IndexFiltersMode.Default);
        select(index);
      }}
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) => views.save(name, { ...DEFAULT_QUERY, tab: query.tab, sort: query.sort })}
      queryValue={box.text}
      queryPlaceholder={FILTERS.search}
      onQueryChange={box.type}
      onQueryClear={box.clear}
      filters={filterControls(query, timezone, onChange)}
      appliedFilters={appliedFilters(query, onChange)}
      onClearAll={() => onChange(NO_FILTERS)}
      sortOptions={SORT_OPTIONS}
      sortSelected={[query.sort]}
      onSort={([value]) => onChange({ sort: SORTS.find((sort) => sort === value) ?? DEFAULT_QUERY.sort })}
      loading={loading}
      autoFocusSearchField={opened}
      cancelAction={{
        onAction: () => {
          if (!isPopoverOpen()) views.revert(NO_FILTERS);
        },
      }}
      primaryAction={saveAction(query, views)}
    />
  );
}

/** Escape closes a filter's popover, but Polaris also treats it as "Cancel", which would drop the filters. */
const isPopoverOpen = (): boolean => document.querySelector(".Polaris-Popover") !== null;

/** Saves the changes of an open view; elsewhere, saves the filters as a new view. */
function saveAction(query: ListQuery, views: Views): IndexFiltersProps["primaryAction"] {
  const current = views.current;
  if (current) {
    return {
      type: "save",
      disabled: !views.changed,
      loading: views.saving,
      onAction: () => views.update(current.id, query),
    };
  }
  const disabled = !hasFilters(query) || !views.canAdd;
  return { type: "save-as", disabled, loading: views.saving, onAction: (name) => views.save(name, query) };
}
