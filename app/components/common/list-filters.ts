import { IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import { useState, useEffect } from "react";
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

/**
 * Scrolls to the open tab where the tabs overflow, on a phone: Polaris does so only for a tab that is clicked.
 * @param visible false: filters are shown in place of the tabs
 */
export function useScrollToOpenTab(selected: number, visible: boolean): void {
  useEffect(() => {
    if (!visible) return;
    // Polaris measures the tabs in the next frame, and shows them in the one after.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(showOpenTab)));
    return () => cancelAnimationFrame(frame);
  }, [selected, visible]);
}

function showOpenTab(): void {
  // The tabs are there twice: those of the measurer have no place of their own.
  const tab = document.querySelector('[role="tab"][aria-selected="true"]:not([id$="Measurer"])');
  let list = tab?.parentElement;
  while (list && !/auto|scroll/.test(getComputedStyle(list).overflowX)) list = list.parentElement;
  if (!tab || !list) return;
  // Not scrollIntoView: it also scrolls the card around tabs and panel, which the measurer has made wider, and nobody can scroll back.
  list.scrollLeft += centerOf(tab) - centerOf(list);
}

function centerOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
