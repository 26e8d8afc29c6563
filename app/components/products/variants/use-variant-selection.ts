import { useIndexResourceState } from "@shopify/polaris";
import { useEffect } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { VariantsPage } from "../../../catalog/variants/read-variants-page.ts";
import { writeVariantsQuery, type VariantsQuery } from "../../../catalog/variants/variants-query.ts";

/** The rows that staff selected, or the whole list. */
export function useVariantSelection(page: VariantsPage, query: VariantsQuery) {
  const rows = page.rows.map(({ gid }) => ({ id: gid }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  // A selection belongs to the list that showed its rows.
  const address = writeVariantsQuery(query).toString();
  useEffect(clearSelection, [address]);
  const selectedRows = page.rows.filter(({ gid }) => selectedResources.includes(gid));
  const selected = selectedRows.map(({ gid }) => gid);
  // "All" is known of the whole list; of a list of one page, the rows are.
  const isWholeList = allResourcesSelected && page.total > page.rows.length;
  const selection: BulkSelection = isWholeList
    ? { filter: { view: query.view, query: query.query } }
    : { variantGids: selected };
  return {
    selection,
    /** How many are selected. */
    variants: isWholeList ? page.total : selected.length,
    /** The selected rows, as the page shows them; null: staff selected the whole list, of which the page shows a part. */
    shownRows: isWholeList ? null : selectedRows,
    clear: clearSelection,
    /** Of the table. */
    props: {
      selected,
      selectedItemsCount: allResourcesSelected ? ("All" as const) : selected.length,
      hasMoreItems: page.total > page.rows.length,
      onSelectionChange: handleSelectionChange,
    },
  };
}
