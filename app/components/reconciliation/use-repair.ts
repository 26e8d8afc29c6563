import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useState } from "react";
import type { Repair } from "../../orders/reconciliation/buckets.ts";
import type { LedgerRange } from "../../orders/reconciliation/date-range.ts";
import type { RepairResult, RepairWish } from "../../orders/reconciliation/repair.ts";
import type { LedgerRow } from "../../orders/reconciliation/rows.ts";
import { doneWords } from "./repair-copy.ts";
import type { Repairing } from "./row-actions.tsx";

/** Has rows repaired: says in a toast what went well, and keeps the results for what did not. */
export function useRepair(range: LedgerRange) {
  const { submit, data, state } = useFetcher<{ results: RepairResult[] }>();
  const appBridge = useAppBridge();
  const [results, setResults] = useState<readonly RepairResult[]>([]);
  const [asked, setAsked] = useState<Repairing["busy"]>(null);
  useEffect(() => {
    if (!data) return;
    const done = doneWords(data.results);
    if (done) appBridge.toast.show(done);
    setResults(data.results);
  }, [data, appBridge]);
  const send = (wish: RepairWish, mark: Repairing["busy"]) => {
    setResults([]);
    setAsked(mark);
    submit(JSON.stringify(wish), { method: "post", encType: "application/json" });
  };
  return {
    // While the answer is on its way only: the comparison that follows may take longer.
    busy: state === "submitting" ? asked : null,
    results,
    dismiss: () => setResults([]),
    repair(repair: Repair, row: LedgerRow) {
      const wish = wishOf(repair, row, range);
      if (wish) send(wish, { key: row.key, repair });
    },
    repairAll(rows: readonly LedgerRow[]) {
      const submissionIds = [...new Set(rows.flatMap((row) => row.submissionId ?? []))];
      send({ repair: "take_in", submissionIds, range }, "all");
    },
  };
}

function wishOf(repair: Repair, { submissionId, why, there }: LedgerRow, range: LedgerRange): RepairWish | null {
  if (submissionId === null) return null;
  if (repair === "look_up") return { repair, submissionId };
  if (repair === "take_in") return { repair, submissionIds: [submissionId], range };
  return { repair, submissionId, why, serviceOrderId: there?.serviceOrderId ?? null };
}
