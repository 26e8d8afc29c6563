import { cutText } from "../common/clean-text.ts";

export const PRODUCT_TABS = ["all", "mapped", "changed", "waiting", "sold"] as const;
export type ProductTab = (typeof PRODUCT_TABS)[number];

/** The query of the products page. `search`: words of a title, on the tabs `mapped` and `changed` a part of a print SKU. */
export interface ProductsQuery {
  tab: ProductTab;
  search: string;
  /** At most one of both; the cursor belongs to the tab. */
  after: string | null;
  before: string | null;
}

const SEARCH_LENGTH = 100;

/** The query of an address. Invalid parts take their default. */
export function readProductsQuery(params: URLSearchParams): ProductsQuery {
  const after = params.get("after") || null;
  return {
    tab: PRODUCT_TABS.find((tab) => tab === params.get("tab")) ?? "all",
    search: cutText((params.get("search") ?? "").replaceAll("\0", "").trim(), SEARCH_LENGTH),
    after,
    before: after === null ? params.get("before") || null : null,
  };
}

/** The address of a query, without the defaults. */
export function writeProductsQuery({ tab, search, after, before }: ProductsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== "all") params.set("tab", tab);
  if (search) params.set("search", search);
  if (after !== null) params.set("after", after);
  else if (before !== null) params.set("before", before);
  return params;
}
