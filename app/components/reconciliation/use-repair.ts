import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useState } from "react";
import type { Repair } from "../../orders/reconciliation/buckets.ts";
import type { DateRange } from "../../orders/reconciliation/date-range.ts";
import type { RepairResult, RepairRequest } from "../../orders/reconciliation/repair.ts";
import type { ReconciliationRow } from "../../orders/reconciliation/rows.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { doneMessage } from "./copy.ts";
import type { RepairState } from "./row-actions.tsx";

/** Repairs rows, then compares again. A toast names the successful repairs; the results keep the others for the page. */
export function useRepair(range: DateRange, compare: () => void) {
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
  { submissionId, why, providerOrder }: ReconciliationRow,
  range: DateRange,
): RepairRequest | null {
  if (submissionId === null) return null;
  if (repair === "look_up") return { repair, submissionId };
  if (repair === "refresh") return { repair, submissionIds: [submissionId], range };
  return { repair, submissionId, why, serviceOrderId: providerOrder?.serviceOrderId ?? null };
}
