import {
  readVariantsQuery,
  viewQuery,
  writeVariantsQuery,
  type VariantsQuery,
  type VariantView,
} from "../../../catalog/variants/variants-query.ts";
import type { SavedView } from "../../../shops/saved-views.ts";
import { useListAddress } from "../../common/use-list-address.ts";

export type VariantsQueryState = ReturnType<typeof useVariantsQuery>;

/** The query in the page's address, and the ways to change it. */
export function useVariantsQuery() {
  const { params, viewId, loading, navigateTo } = useListAddress();
  const query = readVariantsQuery(params);
  return {
    query,
    viewId,
    loading,
    /** Starts at the first page again, except for a change of the page itself. */
    change: (change: Partial<VariantsQuery>, replace = false) =>
      navigateTo(writeVariantsQuery({ ...viewQuery(query), ...change }), viewId, replace),
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (view: VariantView) => navigateTo(writeVariantsQuery({ ...viewQuery(query), view, query: "" }), null),
  };
}
