import { Box, EmptySearchResult, IndexTable, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import { isFiltered, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { OrdersPage } from "../../orders/pages/list/read-page.ts";
import { HEADINGS, PAGE, TAB_COPY } from "./copy.ts";
import { OrderPhoneRow, OrderTableRow } from "./order-table-row.tsx";

type Heading = IndexTableProps["headings"][number];

export interface OrdersTableProps {
  page: OrdersPage;
  query: ListQuery;
  selection: {
    selected: readonly string[];
    all: boolean;
    onChange: NonNullable<IndexTableProps["onSelectionChange"]>;
  };
  bulk: Pick<IndexTableProps, "promotedBulkActions" | "bulkActions">;
  /** Opens the page at that cursor. */
  onPage(place: Pick<ListQuery, "after" | "before">): void;
}

/** A page of orders: a table, or a list on a phone. */
export function OrdersTable({ page, query, selection, bulk, onPage }: OrdersTableProps) {
  const { smDown } = useBreakpoints();
  const Row = smDown ? OrderPhoneRow : OrderTableRow;
  return (
    <IndexTable
      resourceName={{ singular: "order", plural: "orders" }}
      itemCount={page.rows.length}
      headings={HEADINGS as [Heading, ...Heading[]]}
      condensed={smDown}
      selectedItemsCount={selection.all ? "All" : selection.selected.length}
      onSelectionChange={selection.onChange}
      {...bulk}
      emptyState={<EmptyList query={query} />}
      {...pages(page, onPage)}
    >
      {page.rows.map((row, position) => (
        <Row key={row.id} row={row} position={position} selected={selection.selected.includes(row.id)} />
      ))}
    </IndexTable>
  );
}

/** A list of one page has no pagination. */
function pages(page: OrdersPage, onPage: OrdersTableProps["onPage"]): Pick<IndexTableProps, "pagination"> {
  if (page.next === null && page.previous === null) return {};
  return {
    pagination: {
      hasNext: page.next !== null,
      hasPrevious: page.previous !== null,
      onNext: () => onPage({ after: page.next, before: null }),
      onPrevious: () => onPage({ after: null, before: page.previous }),
      accessibilityLabel: PAGE.pagination,
    },
  };
}

function EmptyList({ query }: { query: ListQuery }) {
  const { empty, hint } = TAB_COPY[query.tab];
  const { title, hint: description } = isFiltered(query) ? PAGE.noMatches : { title: empty, hint };
  return (
    <Box paddingBlock="800">
      <EmptySearchResult title={title} description={description} withIllustration />
    </Box>
  );
}
