import { Banner, BlockStack, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationResult } from "../../orders/reconciliation/reconcile.ts";
import type { RequestedRange } from "../../orders/reconciliation/requested-range.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { BucketsCard } from "./buckets-card.tsx";
import { Comparing } from "./comparing-skeleton.tsx";
import { NotCompared } from "./not-compared.tsx";
import { DismissModal } from "./dismiss-modal.tsx";
import { RangeForm } from "./range-form.tsx";
import { RepairOutcomeBanner } from "./repair-outcome.tsx";
import { Summary } from "./summary.tsx";
import { useExport } from "./use-export.ts";
import { useReconciliation, useReconciliationUrl } from "./use-reconciliation.ts";
import { useRepair } from "./use-repair.ts";

export interface ReconciliationViewProps extends RequestedRange {
  atOnce: number;
}

/** What was sent to print beside what the print service lists. */
export function ReconciliationView({ range, today, valid, atOnce }: ReconciliationViewProps) {
  const address = useReconciliationUrl(range);
  const { compared, comparing, reload } = useReconciliation(range, valid);
  const repair = useRepair(range);
  const file = useExport(range);
  const [dismissing, setDismissing] = useState<ReconciliationRow | null>(null);
  const bucket = address.bucket ?? firstNonEmpty(compared);
  const onCompare = (requested: typeof range) =>
    requested.from === range.from && requested.to === range.to ? reload() : address.openRange(requested);
  return (
    <Page
      title="Ledger"
      subtitle="What was sent to print, beside what the print service lists"
      fullWidth
      actionGroups={[exportActions(compared, file, bucket)]}
    >
      <BlockStack gap="400">
        {file.failed && (
          <Banner tone="critical" title="The ledger could not be exported" onDismiss={file.dismiss}>
            <p>The print service’s list could not be read. Try again in a moment.</p>
          </Banner>
        )}
        <RepairOutcomeBanner results={repair.results} onDismiss={repair.dismiss} />
        <Card>
          <BlockStack gap="400">
            <RangeForm
              key={`${range.from} ${range.to}`}
              range={range}
              today={today}
              comparing={comparing}
              onCompare={onCompare}
            />
            {compared?.status === "compared" && <Summary reconciliation={compared.reconciliation} />}
          </BlockStack>
        </Card>
        {valid && !compared && <Comparing />}
        {compared && compared.status !== "compared" && (
          <NotCompared status={compared.status} retrying={comparing} onRetry={reload} />
        )}
        {compared?.status === "compared" && (
          <BucketsCard
            reconciliation={compared.reconciliation}
            bucket={bucket}
            onBucket={address.openBucket}
            atOnce={atOnce}
            repairing={{
              busy: repair.busy,
              repair: (what, row) => (what === "dismiss" ? setDismissing(row) : repair.repair(what, row)),
            }}
            onRepairAll={repair.repairAll}
          />
        )}
      </BlockStack>
      <DismissModal
        row={dismissing}
        onClose={() => setDismissing(null)}
        onConfirm={() => {
          if (dismissing) repair.repair("dismiss", dismissing);
          setDismissing(null);
        }}
      />
    </Page>
  );
}

/** Without a choice, the first bucket that has something in it. */
function firstNonEmpty(compared: ReconciliationResult | undefined): Bucket {
  const nonEmpty =
    compared?.status === "compared" && BUCKETS.find((one) => compared.reconciliation.buckets[one].length > 0);
  return nonEmpty || BUCKETS[0];
}

function exportActions(compared: ReconciliationResult | undefined, file: ReturnType<typeof useExport>, bucket: Bucket) {
  const disabled = compared?.status !== "compared" || file.busy;
  return {
    title: file.busy ? "Exporting" : "Export",
    actions: [
      { content: "This tab (CSV)", disabled, onAction: () => void file.save(bucket) },
      { content: "All differences (CSV)", disabled, onAction: () => void file.save(null) },
    ],
  };
}
