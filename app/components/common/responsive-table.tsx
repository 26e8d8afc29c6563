import { Box, EmptySearchResult, IndexTable, type BoxProps, type IndexTableProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ByWidth } from "./by-width.tsx";

type Heading = IndexTableProps["headings"][number];
type TableProps =
  | "pagination"
  | "selectedItemsCount"
  | "hasMoreItems"
  | "paginatedSelectAllText"
  | "onSelectionChange"
  | "promotedBulkActions"
  | "bulkActions";

export interface ResponsiveTableProps<Row> extends Pick<IndexTableProps, TableProps> {
  rows: readonly Row[];
  resource: { singular: string; plural: string };
  headings: readonly (string | Heading)[];
  idOf(row: Row): string;
  /** The cells of a row, in the sequence of the headings. */
  cells(row: Row): ReactNode[];
  /** The whole row on a phone. */
  phone(row: Row): ReactNode;
  phonePadding?: BoxProps["paddingInline"];
  empty?: { title: string; hint: string };
  emptyPadding?: BoxProps["paddingBlock"];
  selectable?: boolean;
  selected?: readonly string[];
  /** What screen readers call the selection of a row. */
  selectLabel?(row: Row): string;
}

/** Rows of one kind: a table, or a list on a phone. */
export function ResponsiveTable<Row>(props: ResponsiveTableProps<Row>) {
  const { cells, phone, phonePadding = "300", headings, selectable = false } = props;
  const list = (row: Row): ReactNode => {
    const box = (
      // One long word would widen the rows of all, and move their ends out of sight.
      <div style={{ width: "100%", whiteSpace: "normal", overflowWrap: "anywhere" }}>
        <Box paddingBlock="300" paddingInline={selectable ? undefined : phonePadding}>
          {phone(row)}
        </Box>
      </div>
    );
    return selectable ? <IndexTable.Cell>{box}</IndexTable.Cell> : box;
  };
  const table = (row: Row): ReactNode =>
    cells(row).map((cell, at) => <IndexTable.Cell key={at}>{cell}</IndexTable.Cell>);
  return (
    <ByWidth
      // Polaris' condensed list cannot select rows, so a selectable list is a table of one column.
      phone={() => (
        <Rows {...props} shown={selectable ? headings.slice(0, 1) : headings} condensed={!selectable} content={list} />
      )}
      wide={() => <Rows {...props} shown={headings} condensed={false} content={table} />}
    />
  );
}

interface RowsProps<Row> extends ResponsiveTableProps<Row> {
  shown: readonly (string | Heading)[];
  condensed: boolean;
  content(row: Row): ReactNode;
}

function Rows<Row>({ rows, resource, idOf, empty, emptyPadding, selectable = false, ...props }: RowsProps<Row>) {
  const { shown, condensed, content, selected, selectLabel } = props;
  const { pagination, selectedItemsCount, hasMoreItems, paginatedSelectAllText } = props;
  const { onSelectionChange, promotedBulkActions, bulkActions } = props;
  return (
    <IndexTable
      resourceName={resource}
      itemCount={rows.length}
      headings={shown.map(toHeading) as [Heading, ...Heading[]]}
      condensed={condensed}
      selectable={selectable}
      emptyState={
        empty && (
          <Box paddingBlock={emptyPadding}>
            {/* Polaris centers the lines, and not the text in them. */}
            <div style={{ textAlign: "center" }}>
              <EmptySearchResult title={empty.title} description={empty.hint} withIllustration />
            </div>
          </Box>
        )
      }
      {...{ pagination, selectedItemsCount, hasMoreItems, paginatedSelectAllText }}
      {...{ onSelectionChange, promotedBulkActions, bulkActions }}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          key={idOf(row)}
          id={idOf(row)}
          position={position}
          selected={selected?.includes(idOf(row))}
          accessibilityLabel={selectLabel?.(row)}
        >
          {content(row)}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

const toHeading = (heading: string | Heading): Heading => (typeof heading === "string" ? { title: heading } : heading);

interface Cursors {
  next: string | null;
  previous: string | null;
}

/** The links to other pages; none for a list of one page. */
export function cursorPagination(
  { next, previous }: Cursors,
  accessibilityLabel: string,
  onPage: (cursor: { after: string | null; before: string | null }) => void,
): IndexTableProps["pagination"] {
  if (next === null && previous === null) return undefined;
  return {
    hasNext: next !== null,
    hasPrevious: previous !== null,
    onNext: () => onPage({ after: next, before: null }),
    onPrevious: () => onPage({ after: null, before: previous }),
    accessibilityLabel,
  };
}
