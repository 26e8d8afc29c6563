import { IndexFilters } from "@shopify/polaris";
import { VARIANT_VIEWS, writeVariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { saveViewAction, viewTabs } from "../../common/saved-view-tabs.ts";
import type { SavedViews } from "../../common/use-saved-views.ts";
import { useScrollToOpenTab } from "../../common/use-scroll-to-open-tab.ts";
import { useListFilters } from "../../common/use-list-filters.ts";
import { COPY, VIEW_COPY } from "./copy.ts";
import type { VariantsQueryState } from "./use-variants-query.ts";

interface VariantsFiltersProps {
  queryState: VariantsQueryState;
  views: SavedViews;
  /** Another list would hide unsaved changes. */
  disabled: boolean;
}

/** Views, saved views and search of the variants page. */
export function VariantsFilters({ queryState, views, disabled }: VariantsFiltersProps) {
  const { query, loading, change, open, openTab } = queryState;
  const filters = useListFilters({
    filtering: query.query !== "" && !views.current,
    search: query.query,
    onSearch: (text) => change({ query: text }, true),
  });
  const { tabs, selected, select } = viewTabs({
    fixed: VARIANT_VIEWS,
    open: query.view,
    views,
    label: (view) => VIEW_COPY[view].label,
    onOpen: openTab,
    onEdit: filters.showFilters,
  });
  useScrollToOpenTab(selected, filters.showsTabs);
  return (
    <IndexFilters
      {...filters.props(select)}
      tabs={tabs}
      selected={selected}
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) =>
        views.save(name, writeVariantsQuery({ ...query, query: "", after: null, before: null }).toString())
      }
      queryPlaceholder={COPY.search}
      filters={[]}
      onClearAll={filters.clearSearch}
      hideFilters
      loading={loading}
      disabled={disabled}
      cancelAction={{ onAction: () => (views.current ? open(views.current) : filters.clearSearch()) }}
      primaryAction={saveViewAction(views, query.query !== "")}
    />
  );
}
