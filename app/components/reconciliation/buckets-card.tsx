import { Box, Button, Card, InlineStack, Tabs } from "@shopify/polaris";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { Ledger } from "../../orders/reconciliation/reconcile.ts";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { BUCKET_LABELS } from "../../orders/reconciliation/copy.ts";
import { LedgerTable } from "./mismatch-table.tsx";
import type { Repairing } from "./row-actions.tsx";

export interface BucketsCardProps {
  ledger: Ledger;
  bucket: Bucket;
  onBucket(bucket: Bucket): void;
  repairing: Repairing;
  /** So many rows are repaired at once. */
  atOnce: number;
  onRepairAll(rows: readonly LedgerRow[]): void;
}

/** The four buckets, each with its rows and their buttons. */
export function BucketsCard({ ledger, bucket, onBucket, repairing, atOnce, onRepairAll }: BucketsCardProps) {
  const rows = ledger.buckets[bucket];
  const tabs = BUCKETS.map((one) => ({
    id: `ledger-${one}`,
    panelID: `ledger-${one}-panel`,
    content: BUCKET_LABELS[one],
    badge: String(ledger.buckets[one].length),
  }));
  const several = bucket === "shipped_there_open_here" && rows.length > 1;
  const first = rows.slice(0, atOnce);
  return (
    <Card padding="0">
      <Tabs tabs={tabs} selected={BUCKETS.indexOf(bucket)} onSelect={(index) => onBucket(BUCKETS[index] ?? bucket)}>
        {several && (
          <Box padding="300">
            <InlineStack align="end">
              <Button
                loading={repairing.busy === "all"}
                disabled={repairing.busy !== null && repairing.busy !== "all"}
                onClick={() => onRepairAll(first)}
              >
                {first.length === rows.length ? `Repair all ${rows.length}` : `Repair the first ${first.length}`}
              </Button>
            </InlineStack>
          </Box>
        )}
        {/* Another tab begins at its first page. */}
        <LedgerTable key={bucket} bucket={bucket} rows={rows} repairing={repairing} />
      </Tabs>
    </Card>
  );
}
