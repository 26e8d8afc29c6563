import { Banner, BlockStack, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { Compared } from "../../orders/reconciliation/reconcile.ts";
import type { AskedRange } from "../../orders/reconciliation/requested-range.ts";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { BucketsCard } from "./buckets-card.tsx";
import { Comparing } from "./comparing-skeleton.tsx";
import { NotCompared } from "./not-compared.tsx";
import { NoteModal } from "./dismiss-modal.tsx";
import { RangeForm } from "./range-form.tsx";
import { RepairOutcome } from "./repair-outcome.tsx";
import { Summary } from "./summary.tsx";
import { useExport } from "./use-export.ts";
import { useCompared, useLedgerAddress } from "./use-reconciliation.ts";
import { useRepair } from "./use-repair.ts";

export interface LedgerViewProps extends AskedRange {
  atOnce: number;
}

/** What was sent to print beside what the print service lists. */
export function LedgerView({ range, today, sound, atOnce }: LedgerViewProps) {
  const address = useLedgerAddress(range);
  const { compared, comparing, again } = useCompared(range, sound);
  const repair = useRepair(range);
  const file = useExport(range);
  const [noting, setNoting] = useState<LedgerRow | null>(null);
  const bucket = address.bucket ?? firstFull(compared);
  const onCompare = (asked: typeof range) =>
    asked.from === range.from && asked.to === range.to ? again() : address.openRange(asked);
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
        <RepairOutcome results={repair.results} onDismiss={repair.dismiss} />
        <Card>
          <BlockStack gap="400">
            <RangeForm
              key={`${range.from} ${range.to}`}
              range={range}
              today={today}
              comparing={comparing}
              onCompare={onCompare}
            />
            {compared?.status === "compared" && <Summary ledger={compared.ledger} />}
          </BlockStack>
        </Card>
        {sound && !compared && <Comparing />}
        {compared && compared.status !== "compared" && (
          <NotCompared status={compared.status} retrying={comparing} onRetry={again} />
        )}
        {compared?.status === "compared" && (
          <BucketsCard
            ledger={compared.ledger}
            bucket={bucket}
            onBucket={address.openBucket}
            atOnce={atOnce}
            repairing={{
              busy: repair.busy,
              repair: (what, row) => (what === "note" ? setNoting(row) : repair.repair(what, row)),
            }}
            onRepairAll={repair.repairAll}
          />
        )}
      </BlockStack>
      <NoteModal
        row={noting}
        onClose={() => setNoting(null)}
        onNote={() => {
          if (noting) repair.repair("note", noting);
          setNoting(null);
        }}
      />
    </Page>
  );
}

/** Without a choice, the first bucket that has something in it. */
function firstFull(compared: Compared | undefined): Bucket {
  const full = compared?.status === "compared" && BUCKETS.find((one) => compared.ledger.buckets[one].length > 0);
  return full || BUCKETS[0];
}

function exportActions(compared: Compared | undefined, file: ReturnType<typeof useExport>, bucket: Bucket) {
  const disabled = compared?.status !== "compared" || file.busy;
  return {
    title: file.busy ? "Exporting" : "Export",
    actions: [
      { content: "This tab (CSV)", disabled, onAction: () => void file.save(bucket) },
      { content: "All differences (CSV)", disabled, onAction: () => void file.save(null) },
    ],
  };
}
