import { Box, Button, Card, InlineStack, Tabs } from "@shopify/polaris";
import { useScrollToOpenTab } from "../common/use-scroll-to-open-tab.ts";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { BUCKET_LABELS } from "../../orders/reconciliation/copy.ts";
import { COPY } from "./copy.ts";
import { MismatchTable } from "./mismatch-table.tsx";
import type { RepairState } from "./row-actions.tsx";

export interface BucketsCardProps {
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
