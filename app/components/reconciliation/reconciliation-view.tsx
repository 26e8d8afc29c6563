import { Banner, BlockStack, Box, Card, List, Page, SkeletonBodyText, SkeletonTabs, Text } from "@shopify/polaris";
import { useState, useEffect } from "react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { BUCKETS, type Bucket, type Repair } from "../../orders/reconciliation/buckets.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import { MAX_DAYS, type RequestedRange, type DateRange } from "../../settings/date-range.ts";
import type { RepairResult, RepairRequest } from "../../orders/reconciliation/repair.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { REASON_TEXT } from "../../orders/reconciliation/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { BucketsCard, type RepairState } from "./buckets-card.tsx";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY, okSummary, remainingMessages, RANGE_PROBLEMS, doneMessage } from "./copy.ts";
import { useReconciliation, useReconciliationUrl, type NotComparedStatus } from "./use-reconciliation.ts";
import { RangeForm } from "../common/range-form.tsx";
import { RunProgress } from "../common/run-progress.tsx";
import { Note } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";

interface ReconciliationViewProps extends RequestedRange {
  atOnce: number;
}

/** The orders that were sent, compared with the print service's list. */
export function ReconciliationView({ range, today, valid, atOnce }: ReconciliationViewProps) {
  const address = useReconciliationUrl(range);
  const { reconciliation, problem, comparing, progress, reload } = useReconciliation(range, valid);
  const repair = useRepair(range, reload);
  const file = useExport(range);
  const [dismissing, setDismissing] = useState<ReconciliationRow | null>(null);
  const bucket = address.bucket ?? firstNonEmpty(reconciliation);
  const onCompare = (requested: typeof range) =>
    requested.from === range.from && requested.to === range.to ? reload() : address.openRange(requested);
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      fullWidth
      actionGroups={[exportActions(reconciliation, file, bucket)]}
    >
      <BlockStack gap="400">
        {file.failed && <MessageBanner tone="critical" {...COPY.export.failed} onDismiss={file.dismiss} />}
        {repair.failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        <RepairOutcomeBanner results={repair.results} onDismiss={repair.dismiss} />
        <Card>
          <BlockStack gap="400">
            <RangeForm
              key={`${range.from} ${range.to}`}
              range={range}
              today={today}
              maxDays={MAX_DAYS}
              labels={COPY.range}
              problems={RANGE_PROBLEMS}
              action={COPY.range.compare}
              loading={comparing}
              onSubmit={onCompare}
            />
            {reconciliation && <Summary reconciliation={reconciliation} />}
          </BlockStack>
        </Card>
        {valid && !reconciliation && !problem && <Comparing progress={progress} />}
        {problem && <NotCompared status={problem} retrying={comparing} onRetry={reload} />}
        {reconciliation && (
          <BucketsCard
            reconciliation={reconciliation}
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
      {dismissing && (
        <ConfirmDialog
          title={COPY.dismiss.title}
          label={COPY.dismiss.action}
          onClose={() => setDismissing(null)}
          onConfirm={() => {
            repair.repair("dismiss", dismissing);
            setDismissing(null);
          }}
        >
          <Text as="p">
            {COPY.dismiss.text(dismissing.order?.name ?? dismissing.reference, REASON_TEXT[dismissing.why])}
          </Text>
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** The first bucket with a row: the default tab. */
function firstNonEmpty(reconciliation: Reconciliation | null): Bucket {
  return BUCKETS.find((one) => reconciliation && reconciliation.buckets[one].length > 0) ?? BUCKETS[0];
}

function exportActions(reconciliation: Reconciliation | null, file: ReturnType<typeof useExport>, bucket: Bucket) {
  const disabled = reconciliation === null || file.busy;
  return {
    title: file.busy ? COPY.export.busy : COPY.export.action,
    actions: [
      { content: COPY.export.bucket, disabled, onAction: () => void file.save(bucket) },
      { content: COPY.export.all, disabled, onAction: () => void file.save(null) },
    ],
  };
}

interface NotComparedProps {
  status: NotComparedStatus;
  retrying: boolean;
  onRetry(): void;
}

/** Says why nothing was compared, and how to fix that. */
function NotCompared({ status, retrying, onRetry }: NotComparedProps) {
  if (status === "not_connected" || status === "account_rejected") {
    return <AccountBanner status={status} text={COPY.notCompared[status]} />;
  }
  const action = { content: COMMON.tryAgain, onAction: onRetry, loading: retrying };
  return <MessageBanner tone="warning" {...COPY.notCompared[status]} action={action} />;
}

/** The time of the comparison, and the orders without a difference. */
function Summary({ reconciliation }: { reconciliation: Reconciliation }) {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingSm">
        {COPY.compared} <DateTime at={reconciliation.comparedAt} />
      </Text>
      <List>
        {okSummary(reconciliation.counts).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

/** Takes the place of the buckets during the comparison. */
function Comparing({ progress }: { progress: { done: number; total: number } | null }) {
  return (
    <Card padding="0">
      <SkeletonTabs count={4} />
      <Box padding="400">
        <BlockStack gap="400">
          <div role="status">
            <Note>{COPY.comparing}</Note>
          </div>
          {progress && progress.total > 1 && <RunProgress {...progress} label={COPY.progress} labelHidden />}
          <SkeletonBodyText lines={6} />
        </BlockStack>
      </Box>
    </Card>
  );
}

/** Lists the repairs that did not succeed. */
function RepairOutcomeBanner({ results, onDismiss }: { results: readonly RepairResult[]; onDismiss(): void }) {
  const remaining = remainingMessages(results);
  const [first, ...others] = remaining;
  if (!first) return null;
  return (
    <Banner tone="info" onDismiss={onDismiss}>
      {others.length === 0 ? (
        <p>{first.message}</p>
      ) : (
        <List>
          {remaining.map(({ id, message }) => (
            <List.Item key={id}>{message}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}

/** Saves differences as a CSV file. */
function useExport(range: DateRange) {
  const appBridge = useAppBridge();
  const file = useDownload(COPY.export.fileName, () => appBridge.toast.show(COPY.export.done));
  return {
    ...file,
    save(bucket: Bucket | null): Promise<void> {
      const query = new URLSearchParams({ ...range, ...(bucket ? { bucket } : {}) });
      return file.save(`/app/reconciliation/export?${query.toString()}`);
    },
  };
}

/** Repairs rows, then compares again. A toast names the successful repairs; the results keep the others for the page. */
function useRepair(range: DateRange, compare: () => void) {
  const { submit, data, state } = useFetcher<{ results: RepairResult[] } | RequestFailed>();
  const appBridge = useAppBridge();
  const [results, setResults] = useState<readonly RepairResult[]>([]);
  const [requested, setRequested] = useState<RepairState["busy"]>(null);
  useEffect(() => {
    if (!data || hasFailed(data)) return;
    const done = doneMessage(data.results);
    if (done) appBridge.toast.show(done);
    setResults(data.results);
    compare();
  }, [data, appBridge]);
  const send = (request: RepairRequest, mark: RepairState["busy"]) => {
    setResults([]);
    setRequested(mark);
    submit(JSON.stringify(request), { method: "post", encType: "application/json" });
  };
  return {
    // Only until the answer: the comparison that follows may take longer.
    busy: state === "submitting" ? requested : null,
    /** The last request did not reach the app. */
    failed: state === "idle" && hasFailed(data),
    results,
    dismiss: () => setResults([]),
    repair(repair: Repair, row: ReconciliationRow) {
      const request = requestOf(repair, row, range);
      if (request) send(request, { key: row.key, repair });
    },
    repairAll(rows: readonly ReconciliationRow[]) {
      const submissionIds = [...new Set(rows.flatMap((row) => row.submissionId ?? []))];
      send({ repair: "refresh", submissionIds, range }, "all");
    },
  };
}

function requestOf(
  repair: Repair,
  { submissionId, reference, why, providerOrder }: ReconciliationRow,
  range: DateRange,
): RepairRequest | null {
  if (repair === "add_order") return { repair, reference, range };
  if (submissionId === null) return null;
  if (repair === "look_up") return { repair, submissionId };
  if (repair === "refresh") return { repair, submissionIds: [submissionId], range };
  return { repair, submissionId, why, serviceOrderId: providerOrder?.serviceOrderId ?? null };
}
