import { IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import { useState } from "react";
import { useSearchBox } from "./list-address.ts";

interface ListFilters {
  /** The filters are shown at first, and not the tabs. */
  filtering: boolean;
  /** The text that is searched for. */
  search: string;
  onSearch(typed: string): void;
}

/** What the lists with tabs and a search have in common: their mode, and the search box. */
export function useListFilters({ filtering, search, onSearch }: ListFilters) {
  const { mode, setMode } = useSetIndexFiltersMode(filtering ? IndexFiltersMode.Filtering : IndexFiltersMode.Default);
  // The search field takes the focus when a merchant opens it, and not on every visit to a filtered address.
  const [opened, setOpened] = useState(false);
  const box = useSearchBox(search, onSearch);
  return {
    showsTabs: mode === IndexFiltersMode.Default,
    showFilters: () => setMode(IndexFiltersMode.Filtering),
    clearSearch: box.clear,
    /** Of IndexFilters. */
    props: (select: (tab: number) => void) => ({
      mode,
      setMode: (next: IndexFiltersMode) => {
        setOpened(true);
        setMode(next);
      },
      onSelect: (tab: number) => {
        setMode(IndexFiltersMode.Default);
        select(tab);
      },
      queryValue: box.text,
      onQueryChange: box.type,
      onQueryClear: box.clear,
      autoFocusSearchField: opened,
    }),
  };
}
