import { EmptySearchResult, IndexTable, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import type { ProductsPage } from "../../catalog/products-page.ts";
import type { ProductsQuery } from "../../catalog/products-query.ts";
import { ProductPhoneRow, ProductTableRow } from "./product-row.tsx";
import { COPY, TAB_COPY } from "./copy.ts";

const HEADINGS = COPY.table.headings.map((title) => ({ title })) as IndexTableProps["headings"];

export interface ProductsTableProps {
  page: ProductsPage;
  query: ProductsQuery;
  onPage(place: Pick<ProductsQuery, "after" | "before">): void;
}

/** A page of products: a table, on a phone a list. */
export function ProductsTable({ page, query, onPage }: ProductsTableProps) {
  const { smDown } = useBreakpoints();
  const Row = smDown ? ProductPhoneRow : ProductTableRow;
  return (
    <IndexTable
      resourceName={COPY.table.resource}
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

/** The links to other pages, if there are any. */
function pages({ next, previous }: ProductsPage, onPage: ProductsTableProps["onPage"]) {
  if (next === null && previous === null) return {};
  return {
    pagination: {
      hasNext: next !== null,
      hasPrevious: previous !== null,
      onNext: () => onPage({ after: next, before: null }),
      onPrevious: () => onPage({ after: null, before: previous }),
      accessibilityLabel: COPY.table.pages,
    },
  };
}

function EmptyList({ query }: { query: ProductsQuery }) {
  const { empty, hint } = TAB_COPY[query.tab];
  return query.search ? (
    <EmptySearchResult title={COPY.noResults.title} description={COPY.noResults.text} withIllustration />
  ) : (
    <EmptySearchResult title={empty} description={hint} withIllustration />
  );
}
