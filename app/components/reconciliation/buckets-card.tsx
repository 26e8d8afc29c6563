import { Box, Button, Card, InlineStack, Tabs, BlockStack, Text } from "@shopify/polaris";
import { useScrollToOpenTab } from "../common/use-scroll-to-open-tab.ts";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { BUCKET_LABELS } from "../../orders/reconciliation/copy.ts";
import { COPY, EMPTY_BUCKETS } from "./copy.ts";
import { type RepairState, RowActions } from "./row-actions.tsx";
import { useState, type ReactNode } from "react";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { AppCell, OrderCell, ProviderCell, ReasonCell } from "./mismatch-cells.tsx";

interface BucketsCardProps {
  reconciliation: Reconciliation;
  bucket: Bucket;
  onBucket(bucket: Bucket): void;
  repairing: RepairState;
  /** The limit of rows in one repair. */
  atOnce: number;
  onRepairAll(rows: readonly ReconciliationRow[]): void;
}

/** The four buckets: a tab each, with its rows. */
export function BucketsCard({ reconciliation, bucket, onBucket, repairing, atOnce, onRepairAll }: BucketsCardProps) {
  const rows = reconciliation.buckets[bucket];
  const tabs = BUCKETS.map((one) => ({
    id: `reconciliation-${one}`,
    panelID: `reconciliation-${one}-panel`,
    content: BUCKET_LABELS[one],
    badge: String(reconciliation.buckets[one].length),
  }));
  const canRepairAll = bucket === "shipped_not_fulfilled" && rows.length > 1;
  const batch = rows.slice(0, atOnce);
  useScrollToOpenTab(BUCKETS.indexOf(bucket), true);
  return (
    <Card padding="0">
      <Tabs tabs={tabs} selected={BUCKETS.indexOf(bucket)} onSelect={(index) => onBucket(BUCKETS[index] ?? bucket)}>
        {canRepairAll && (
          <Box padding="300">
            <InlineStack align="end">
              <Button
                loading={repairing.busy === "all"}
                disabled={repairing.busy !== null && repairing.busy !== "all"}
                onClick={() => onRepairAll(batch)}
              >
                {batch.length === rows.length ? COPY.row.fixAll(rows.length) : COPY.row.fixFirst(batch.length)}
              </Button>
            </InlineStack>
          </Box>
        )}
        {/* The key makes another tab start at its first page. */}
        <MismatchTable key={bucket} bucket={bucket} rows={rows} repairing={repairing} />
      </Tabs>
    </Card>
  );
}

const PAGE_SIZE = 25;

const text = COPY.table;

/** The rows of one bucket. */
function MismatchTable(props: { bucket: Bucket; rows: readonly ReconciliationRow[]; repairing: RepairState }) {
  const { bucket, rows, repairing } = props;
  const [requestedPage, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  // Repaired rows leave the table, and the open page may go with them.
  const page = Math.min(requestedPage, last);
  const shown = rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const pagination = {
    hasPrevious: page > 0,
    hasNext: page < last,
    onPrevious: () => setPage(page - 1),
    onNext: () => setPage(page + 1),
    label: text.page(page * PAGE_SIZE + 1, page * PAGE_SIZE + shown.length, rows.length),
    accessibilityLabel: text.pages,
  };
  return (
    <ResponsiveTable
      rows={shown}
      resource={text.resource}
      headings={text.headings}
      idOf={({ key }) => key}
      empty={EMPTY_BUCKETS[bucket]}
      pagination={last > 0 ? pagination : undefined}
      cells={(row) => [
        <OrderCell row={row} />,
        <AppCell row={row} />,
        <ProviderCell row={row} />,
        <Sentence>
          <ReasonCell row={row} />
        </Sentence>,
        <RowActions row={row} repairing={repairing} />,
      ]}
      phone={(row) => (
        <Sentence>
          <BlockStack gap="300">
            <OrderCell row={row} />
            <ReasonCell row={row} />
            <Side title={text.app}>
              <AppCell row={row} />
            </Side>
            <Side title={text.provider}>
              <ProviderCell row={row} />
            </Side>
            <RowActions row={row} repairing={repairing} />
          </BlockStack>
        </Sentence>
      )}
    />
  );
}

/** One side with its heading: a phone has no room for the table's headings. */
function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="050">
      <Text as="span" variant="bodySm" fontWeight="medium">
        {title}
      </Text>
      {children}
    </BlockStack>
  );
}

/** Lets a sentence wrap: the cells of an index table do not. */
function Sentence({ children }: { children: ReactNode }) {
  return <div style={{ whiteSpace: "normal", minWidth: "11rem" }}>{children}</div>;
}
