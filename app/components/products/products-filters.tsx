import { IndexFilters, IndexFiltersMode, Tabs, useSetIndexFiltersMode } from "@shopify/polaris";
import { useState } from "react";
import { PRODUCT_TABS, type ProductsQuery } from "../../catalog/products-query.ts";
import { useOpenTabInSight } from "../common/use-open-tab-in-sight.ts";
import { useSearchBox } from "../common/use-search-box.ts";
import { TAB_COPY } from "./copy.ts";

export interface ProductsFiltersProps {
  query: ProductsQuery;
  /** The number of variants in the tabs that list variants. */
  counts: { waiting: number; sold: number };
  loading: boolean;
  onChange(change: Partial<ProductsQuery>, replace?: boolean): void;
}

/** Tabs and search of the products page. */
export function ProductsFilters({ query, counts, loading, onChange }: ProductsFiltersProps) {
  const { mode, setMode } = useSetIndexFiltersMode(
    query.search ? IndexFiltersMode.Filtering : IndexFiltersMode.Default,
  );
  // The field takes the focus when it is opened, not on every visit of an address with a search.
  const [opened, setOpened] = useState(false);
  const box = useSearchBox(query.search, (search) => onChange({ search }, true));
  const tabs = PRODUCT_TABS.map((id) => ({
    id,
    content: TAB_COPY[id].label,
    isLocked: true,
    ...((id === "waiting" || id === "sold") && counts[id] > 0 && { badge: String(counts[id]) }),
  }));
  const selected = PRODUCT_TABS.indexOf(query.tab);
  const select = (index: number) => onChange({ tab: PRODUCT_TABS[index] ?? "all", search: "" });
  // These tabs have no search: their lists are short.
  const tabsOnly = query.tab === "waiting" || query.tab === "sold";
  useOpenTabInSight(selected, tabsOnly || mode === IndexFiltersMode.Default);
  if (tabsOnly) return <Tabs tabs={tabs} selected={selected} onSelect={select} />;
  return (
    <IndexFilters
      mode={mode}
      setMode={(nextMode) => {
        setOpened(true);
        setMode(nextMode);
      }}
      tabs={tabs}
      selected={selected}
      onSelect={(index) => {
        setMode(IndexFiltersMode.Default);
        select(index);
      }}
      canCreateNewView={false}
      queryValue={box.text}
      queryPlaceholder={TAB_COPY[query.tab].searchPlaceholder}
      onQueryChange={box.type}
      onQueryClear={box.clear}
      filters={[]}
      onClearAll={box.clear}
      hideFilters
      loading={loading}
      autoFocusSearchField={opened}
      cancelAction={{ onAction: box.clear }}
    />
  );
}
