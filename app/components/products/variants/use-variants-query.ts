import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { readVariantsQuery, writeVariantsQuery, type VariantsQuery } from "../../../catalog/variants/variants-query.ts";

/** The query in the page's address, and a way to change it. */
export function useVariantsQuery() {
  const location = useLocation();
  const nextLocation = useNavigation().location;
  const navigate = useNavigate();
  // The page shows a new query before its answer.
  const search = nextLocation?.pathname === location.pathname ? nextLocation.search : location.search;
  const query = readVariantsQuery(new URLSearchParams(search));
  return {
    query,
    loading: nextLocation !== undefined,
    /** Starts at the first page again, except for a change of the page itself. */
    change(change: Partial<VariantsQuery>, replace = false) {
      const params = writeVariantsQuery({ ...query, after: null, before: null, ...change });
      navigate(`${location.pathname}?${params.toString()}`, { replace });
    },
  };
}
