import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { readProductsQuery, writeProductsQuery, type ProductsQuery } from "../../catalog/products-query.ts";

/** The question that the page's address asks, and a way to ask another one. */
export function useProductsAddress() {
  const here = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  // What was just asked for shows before its answer.
  const asked = coming?.pathname === here.pathname ? coming.search : here.search;
  const query = readProductsQuery(new URLSearchParams(asked));
  return {
    query,
    loading: coming !== undefined,
    /** Starts at the first page again, except for a change of the place itself. */
    change(change: Partial<ProductsQuery>, replace = false) {
      const params = writeProductsQuery({ ...query, after: null, before: null, ...change });
      navigate(`${here.pathname}?${params.toString()}`, { replace });
    },
  };
}
