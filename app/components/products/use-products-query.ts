import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { readProductsQuery, writeProductsQuery, type ProductsQuery } from "../../catalog/products-query.ts";

/** The question that the page's address asks, and a way to ask another one. */
export function useProductsQuery() {
  const location = useLocation();
  const nextLocation = useNavigation().location;
  const navigate = useNavigate();
  // What was just asked for shows before its answer.
  const search = nextLocation?.pathname === location.pathname ? nextLocation.search : location.search;
  const query = readProductsQuery(new URLSearchParams(search));
  return {
    query,
    loading: nextLocation !== undefined,
    /** Starts at the first page again, except for a change of the place itself. */
    change(change: Partial<ProductsQuery>, replace = false) {
      const params = writeProductsQuery({ ...query, after: null, before: null, ...change });
      navigate(`${location.pathname}?${params.toString()}`, { replace });
    },
  };
}
