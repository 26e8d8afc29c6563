import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationResult } from "../../orders/reconciliation/run-reconciliation.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import type { DateRange } from "../../settings/date-range.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";

const POLL_MS = 1_000;

type Reading = Extract<ReconciliationResult, { status: "reading" }>;
/** A request did not reach the app. */
type Unreachable = { status: "unreachable" };
type Ended = Exclude<ReconciliationResult, Reading> | Unreachable;
/** Why the last comparison was not made. */
export type NotComparedStatus = Exclude<Ended["status"], "compared">;

interface LastComparison {
  address: string;
  reconciliation: Reconciliation | null;
  problem: NotComparedStatus | null;
}

const UNREACHABLE: Unreachable = { status: "unreachable" };

/** The comparison of a range: begun once the page is shown, and read again until a worker has ended it. */
export function useReconciliation({ from, to }: DateRange, valid: boolean) {
  const { load, submit, data: answer, state } = useFetcher<ReconciliationResult | RequestFailed>();
  const data = hasFailed(answer) ? UNREACHABLE : answer;
  const address = `/app/reconciliation/compare?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  const begin = () => submit(null, { method: "post", action: address });
  useEffect(() => {
    if (valid) begin();
  }, [address, valid]);

  const isReading = data?.status === "reading";
  useEffect(() => {
    if (!isReading || state !== "idle") return;
    const timer = setTimeout(() => load(address), POLL_MS);
    return () => clearTimeout(timer);
  }, [isReading, state, load, address, data]);

  // The last comparison stays while the same days are compared again; one of other days must not appear under these.
  const [ended, setEnded] = useState<LastComparison | null>(null);
  useEffect(() => {
    if (data && data.status !== "reading" && state === "idle" && isOf(data, { from, to }))
      setEnded((last) => comparisonAfter(last, address, data));
  }, [data, state]);
  const shown = valid && ended?.address === address ? ended : null;
  return {
    reconciliation: shown?.reconciliation ?? null,
    problem: shown?.problem ?? null,
    comparing: state !== "idle" || isReading,
    progress: isReading && isOf(data, { from, to }) ? data.progress : null,
    reload: begin,
  };
}

/** A request that did not reach the app says nothing about the comparison of the same days before it. */
function comparisonAfter(last: LastComparison | null, address: string, ended: Ended): LastComparison {
  if (ended.status === "compared") return { address, reconciliation: ended.reconciliation, problem: null };
  const keeps = ended.status === "unreachable" && last?.address === address;
  return { address, reconciliation: keeps ? last.reconciliation : null, problem: ended.status };
}

function isOf(result: ReconciliationResult | Unreachable, { from, to }: DateRange): boolean {
  const range = rangeOf(result);
  return range === null || (range.from === from && range.to === to);
}

/** null: the result does not say of which days it is. */
function rangeOf(result: ReconciliationResult | Unreachable): DateRange | null {
  if (result.status === "compared") return result.reconciliation.range;
  return result.status === "reading" ? result.range : null;
}

/** Keeps bucket and days in the page's address, so that links, reload and "back" keep them. */
export function useReconciliationUrl(range: DateRange) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get("bucket");
  const bucket = BUCKETS.find((one) => one === given) ?? null;
  // A fresh query: Shopify adds parameters to the address when it opens the frame.
  const go = ({ from, to }: DateRange, on: Bucket | null, replace: boolean) => {
    const query = new URLSearchParams({ from, to, ...(on ? { bucket: on } : {}) });
    navigate(`${pathname}?${query.toString()}`, { replace, preventScrollReset: true });
  };
  return {
    bucket,
    openBucket: (on: Bucket) => go(range, on, true),
    openRange: (other: DateRange) => go(other, bucket, false),
  };
}
