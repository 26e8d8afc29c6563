import { IndexFilters, IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import { useState } from "react";
import { VARIANT_VIEWS, writeVariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { saveViewAction, viewTabs } from "../../common/saved-view-tabs.ts";
import type { SavedViews } from "../../common/use-saved-views.ts";
import { useOpenTabInSight } from "../../common/use-open-tab-in-sight.ts";
import { useSearchBox } from "../../common/use-search-box.ts";
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
  const { mode, setMode } = useSetIndexFiltersMode(
    query.query && !views.current ? IndexFiltersMode.Filtering : IndexFiltersMode.Default,
  );
  // The field takes the focus when it is opened, not on every visit of an address with a search.
  const [opened, setOpened] = useState(false);
  const box = useSearchBox(query.query, (text) => change({ query: text }, true));
  const { tabs, selected, select } = viewTabs({
    fixed: VARIANT_VIEWS,
    open: query.view,
    views,
    label: (view) => VIEW_COPY[view].label,
    onOpen: openTab,
    onEdit: () => setMode(IndexFiltersMode.Filtering),
  });
  useOpenTabInSight(selected, mode === IndexFiltersMode.Default);
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
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) =>
        views.save(name, writeVariantsQuery({ ...query, query: "", after: null, before: null }).toString())
      }
      queryValue={box.text}
      queryPlaceholder={COPY.search}
      onQueryChange={box.type}
      onQueryClear={box.clear}
      filters={[]}
      onClearAll={box.clear}
      hideFilters
      loading={loading}
      disabled={disabled}
      autoFocusSearchField={opened}
      cancelAction={{ onAction: () => (views.current ? open(views.current) : box.clear()) }}
      primaryAction={saveViewAction(views, query.query !== "")}
    />
  );
}
