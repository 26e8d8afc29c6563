import { Box, EmptySearchResult, IndexTable, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import { isFiltered, type ListQuery } from "../../orders/pages/list/list-query.ts";
import type { OrdersPage } from "../../orders/pages/list/read-page.ts";
import { HEADINGS, OrderPhoneRow, OrderTableRow } from "./order-table-row.tsx";
import { TAB_COPY } from "./words.ts";

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
  /** Leads to the page at that cursor. */
  onPage(place: Pick<ListQuery, "after" | "before">): void;
}

/** A page of orders: a table, or on a phone a list. */
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

/** A list of one page needs no way to others. */
function pages(page: OrdersPage, onPage: OrdersTableProps["onPage"]): Pick<IndexTableProps, "pagination"> {
  if (page.next === null && page.previous === null) return {};
  return {
    pagination: {
      hasNext: page.next !== null,
      hasPrevious: page.previous !== null,
      onNext: () => onPage({ after: page.next, before: null }),
      onPrevious: () => onPage({ after: null, before: page.previous }),
      accessibilityLabel: "Pages of orders",
    },
  };
}

function EmptyList({ query }: { query: ListQuery }) {
  const { empty, hint } = TAB_COPY[query.tab];
  const [title, description] = isFiltered(query)
    ? ["No orders found", "Try another search, or take a filter away."]
    : [empty, hint];
  return (
    <Box paddingBlock="800">
      <EmptySearchResult title={title} description={description} withIllustration />
    </Box>
  );
}
