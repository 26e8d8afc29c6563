import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  readVariantsQuery,
  viewQuery,
  writeVariantsQuery,
  type VariantsQuery,
  type VariantView,
} from "../../../catalog/variants/variants-query.ts";
import type { SavedView } from "../../../shops/saved-views.ts";
import { SAVED_VIEW_PARAM } from "../../common/use-saved-views.ts";

export type VariantsQueryState = ReturnType<typeof useVariantsQuery>;

/** The query in the page's address, and the ways to change it. */
export function useVariantsQuery() {
  const location = useLocation();
  const nextLocation = useNavigation().location;
  const navigate = useNavigate();
  // The page shows a new query before its answer.
  const search = nextLocation?.pathname === location.pathname ? nextLocation.search : location.search;
  const params = new URLSearchParams(search);
  const query = readVariantsQuery(params);
  const viewId = params.get(SAVED_VIEW_PARAM);
  const navigateTo = (searchParams: URLSearchParams, view: string | null, replace = false) => {
    if (view) searchParams.set(SAVED_VIEW_PARAM, view);
    navigate(`${location.pathname}?${searchParams.toString()}`, { replace });
  };
  return {
    query,
    viewId,
    loading: nextLocation !== undefined,
    /** Starts at the first page again, except for a change of the page itself. */
    change: (change: Partial<VariantsQuery>, replace = false) =>
      navigateTo(writeVariantsQuery({ ...viewQuery(query), ...change }), viewId, replace),
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (view: VariantView) => navigateTo(writeVariantsQuery({ ...viewQuery(query), view, query: "" }), null),
  };
}
