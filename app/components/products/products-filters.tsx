import { IndexFilters, Tabs } from "@shopify/polaris";
import { PRODUCT_TABS, type ProductsQuery } from "../../catalog/products-query.ts";
import { useScrollToOpenTab } from "../common/use-scroll-to-open-tab.ts";
import { useListFilters } from "../common/use-list-filters.ts";
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
  const filters = useListFilters({
    filtering: query.search !== "",
    search: query.search,
    onSearch: (search) => onChange({ search }, true),
  });
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
  useScrollToOpenTab(selected, tabsOnly || filters.showsTabs);
  if (tabsOnly) return <Tabs tabs={tabs} selected={selected} onSelect={select} />;
  return (
    <IndexFilters
      {...filters.props(select)}
      tabs={tabs}
      selected={selected}
      canCreateNewView={false}
      queryPlaceholder={TAB_COPY[query.tab].searchPlaceholder}
      filters={[]}
      onClearAll={filters.clearSearch}
      hideFilters
      loading={loading}
      cancelAction={{ onAction: filters.clearSearch }}
    />
  );
}
