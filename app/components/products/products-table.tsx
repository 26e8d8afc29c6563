import { EmptySearchResult, IndexTable, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import type { ProductsPage } from "../../catalog/products-page.ts";
import type { ProductsQuery } from "../../catalog/products-query.ts";
import { ProductPhoneRow, ProductTableRow } from "./product-row.tsx";
import { TAB_COPY } from "./words.ts";

const HEADINGS: IndexTableProps["headings"] = [
  { title: "Product" },
  { title: "Status" },
  { title: "Mapping" },
  { title: "SKU of the print service" },
  { title: "Artwork" },
];

export interface ProductsTableProps {
  page: ProductsPage;
  query: ProductsQuery;
  onPage(place: Pick<ProductsQuery, "after" | "before">): void;
}

/** A page of products: a table, or on a phone a list. */
export function ProductsTable({ page, query, onPage }: ProductsTableProps) {
  const { smDown } = useBreakpoints();
  const Row = smDown ? ProductPhoneRow : ProductTableRow;
  return (
    <IndexTable
      resourceName={{ singular: "product", plural: "products" }}
      itemCount={page.rows.length}
      headings={HEADINGS}
      condensed={smDown}
      selectable={false}
      emptyState={<EmptyList query={query} />}
      {...pages(page, onPage)}
    >
      {page.rows.map((row, position) => (
        <Row key={row.number} row={row} position={position} missingInShopify={page.reachable && row.shopify === null} />
      ))}
    </IndexTable>
  );
}

/** A list of one page needs no way to others. */
function pages({ next, previous }: ProductsPage, onPage: ProductsTableProps["onPage"]) {
  if (next === null && previous === null) return {};
  return {
    pagination: {
      hasNext: next !== null,
      hasPrevious: previous !== null,
      onNext: () => onPage({ after: next, before: null }),
      onPrevious: () => onPage({ after: null, before: previous }),
      accessibilityLabel: "Pages of products",
    },
  };
}

function EmptyList({ query }: { query: ProductsQuery }) {
  const { empty, hint } = TAB_COPY[query.tab];
  return query.search ? (
    <EmptySearchResult title="No products found" description="Try another search." withIllustration />
  ) : (
    <EmptySearchResult title={empty} description={hint} withIllustration />
  );
}
