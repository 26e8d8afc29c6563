/** What the catalog page shows: products, or mapped SKUs of which the catalog says something. */
export const CATALOG_TABS = ["products", "renamed", "gone", "out_of_stock"] as const;
export type CatalogTab = (typeof CATALOG_TABS)[number];

export const STOCK_FILTERS = ["in_stock", "out_of_stock", "gone"] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];

/** The tab, search, filters and page of the catalog page's address. */
export interface CatalogQuery {
  tab: CatalogTab;
  query: string;
  color: string;
  size: string;
  stock: StockFilter | null;
  /** Where the page begins; null: the first. */
  after: string | null;
}

const MAX_TEXT = 200;

/** What cannot be read filters nothing. */
export function readCatalogQuery(params: URLSearchParams): CatalogQuery {
  const text = (name: string) => (params.get(name) ?? "").replaceAll("\0", "").trim().slice(0, MAX_TEXT);
  const after = params.get("after") ?? "";
  return {
    tab: CATALOG_TABS.find((tab) => tab === params.get("tab")) ?? "products",
    ...{ query: text("query"), color: text("color"), size: text("size") },
    stock: STOCK_FILTERS.find((one) => one === params.get("stock")) ?? null,
    after: /^\d{1,6}$/.test(after) ? after : null,
  };
}

/** The page's address for a query. */
export function writeCatalogQuery(query: CatalogQuery): URLSearchParams {
  const { tab, after, stock, ...texts } = query;
  const all = { ...texts, tab: tab === "products" ? "" : tab, stock: stock ?? "", after: after ?? "" };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
}
