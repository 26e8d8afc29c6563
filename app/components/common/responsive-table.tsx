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
  /** wide: on a phone, no row can be selected. */
  selectable?: boolean | "wide";
  selected?: readonly string[];
  /** What screen readers call the selection of a row. */
  selectLabel?(row: Row): string;
}

/** Rows of one kind: a table, or a list on a phone. */
export function ResponsiveTable<Row>(props: ResponsiveTableProps<Row>) {
  const { rows, resource, headings, idOf, cells, phone, phonePadding = "300", empty, ...rest } = props;
  const { selected, selectable = false, selectLabel, emptyPadding, ...table } = rest;
  const isListSelectable = selectable === true;
  const listContent = (row: Row): ReactNode => {
    const box = (
      // One long word would widen the rows of all, and move their ends out of sight.
      <div style={{ width: "100%", whiteSpace: "normal", overflowWrap: "anywhere" }}>
        <Box paddingBlock="300" paddingInline={isListSelectable ? undefined : phonePadding}>
          {phone(row)}
        </Box>
      </div>
    );
    return isListSelectable ? <IndexTable.Cell>{box}</IndexTable.Cell> : box;
  };
  const tableContent = (row: Row): ReactNode =>
    cells(row).map((cell, at) => <IndexTable.Cell key={at}>{cell}</IndexTable.Cell>);
  const draw = (
    content: (row: Row) => ReactNode,
    shown: typeof headings,
    kind: Pick<IndexTableProps, "condensed" | "selectable">,
  ): ReactNode => (
    <IndexTable
      resourceName={resource}
      itemCount={rows.length}
      headings={shown.map(toHeading) as [Heading, ...Heading[]]}
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
      {...kind}
      {...table}
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
  return (
    <ByWidth
      // Polaris' condensed list cannot select rows, so a selectable list is a table of one column.
      phone={() =>
        isListSelectable
          ? draw(listContent, headings.slice(0, 1), { condensed: false, selectable: true })
          : draw(listContent, headings, { condensed: true, selectable: false })
      }
      wide={() => draw(tableContent, headings, { condensed: false, selectable: selectable !== false })}
    />
  );
}

/** A click on the content does not select the row, and keys do not move through the table. */
export function OwnClicks({ children }: { children: ReactNode }) {
  return (
    <div
      role="presentation"
      style={{ minWidth: 0, whiteSpace: "normal" }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </div>
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
