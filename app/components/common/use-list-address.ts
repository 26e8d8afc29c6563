import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { SAVED_VIEW_PARAM } from "./use-saved-views.ts";

/** The query of a list in the page's address. */
export function useListAddress() {
  const location = useLocation();
  const { state, location: nextLocation } = useNavigation();
  const navigate = useNavigate();
  // A pending navigation shows its query before its result arrives; a request for the address of a search has none.
  const pending = state === "loading" && nextLocation.pathname === location.pathname;
  const params = new URLSearchParams(pending ? nextLocation.search : location.search);
  return {
    params,
    /** The saved view that is open. */
    viewId: params.get(SAVED_VIEW_PARAM),
    loading: nextLocation !== undefined,
    navigateTo(searchParams: URLSearchParams, view: string | null, replace = false): void {
      if (view) searchParams.set(SAVED_VIEW_PARAM, view);
      navigate(`${location.pathname}?${searchParams.toString()}`, { replace });
    },
  };
}
