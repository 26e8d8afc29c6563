import { IndexFilters, IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import { useState } from "react";
import { VARIANT_VIEWS, type VariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { useSearchBox } from "../../common/use-search-box.ts";
import { COPY, VIEW_COPY } from "./copy.ts";

interface VariantsFiltersProps {
  query: VariantsQuery;
  loading: boolean;
  /** Another list would hide unsaved changes. */
  disabled: boolean;
  onChange(change: Partial<VariantsQuery>, replace?: boolean): void;
}

/** Views and search of the variants page. */
export function VariantsFilters({ query, loading, disabled, onChange }: VariantsFiltersProps) {
  const { mode, setMode } = useSetIndexFiltersMode(query.query ? IndexFiltersMode.Filtering : IndexFiltersMode.Default);
  // The field takes the focus when it is opened, not on every visit of an address with a search.
  const [opened, setOpened] = useState(false);
  const box = useSearchBox(query.query, (text) => onChange({ query: text }, true));
  return (
    <IndexFilters
      mode={mode}
      setMode={(nextMode) => {
        setOpened(true);
        setMode(nextMode);
      }}
      tabs={VARIANT_VIEWS.map((id) => ({ id: `variants-${id}`, content: VIEW_COPY[id].label, isLocked: true }))}
      selected={VARIANT_VIEWS.indexOf(query.view)}
      onSelect={(index) => onChange({ view: VARIANT_VIEWS[index] ?? "all" })}
      canCreateNewView={false}
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
      cancelAction={{ onAction: box.clear }}
    />
  );
}
