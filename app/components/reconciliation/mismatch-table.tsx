import { EmptySearchResult, IndexTable, useBreakpoints, type IndexTableProps } from "@shopify/polaris";
import { useState } from "react";
import type { Bucket } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { HEADINGS, MismatchPhoneRow, MismatchTableRow } from "./mismatch-row.tsx";
import { BUCKET_COPY, COPY } from "./copy.ts";
import type { RepairState } from "./row-actions.tsx";

type Heading = IndexTableProps["headings"][number];

const PAGE_SIZE = 25;

/** The rows of one bucket: a table, on a phone a list. */
export function MismatchTable(props: { bucket: Bucket; rows: readonly ReconciliationRow[]; repairing: RepairState }) {
  const { bucket, rows, repairing } = props;
  const { smDown } = useBreakpoints();
  const [requestedPage, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  // Repaired rows leave the table, and the open page may go with them.
  const page = Math.min(requestedPage, last);
  const shown = rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const Row = smDown ? MismatchPhoneRow : MismatchTableRow;
  const { empty, hint } = BUCKET_COPY[bucket];
  const pagination = {
    hasPrevious: page > 0,
    hasNext: page < last,
    onPrevious: () => setPage(page - 1),
    onNext: () => setPage(page + 1),
    label: COPY.table.page(page * PAGE_SIZE + 1, page * PAGE_SIZE + shown.length, rows.length),
    accessibilityLabel: COPY.table.pages,
  };
  return (
    <IndexTable
      resourceName={COPY.table.resource}
      itemCount={shown.length}
      headings={HEADINGS as [Heading, ...Heading[]]}
      condensed={smDown}
      selectable={false}
      emptyState={<EmptySearchResult title={empty} description={hint} withIllustration />}
      {...(last > 0 ? { pagination } : {})}
    >
      {shown.map((row, position) => (
        <Row key={row.key} row={row} position={position} repairing={repairing} />
      ))}
    </IndexTable>
  );
}
