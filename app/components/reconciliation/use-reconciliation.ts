import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationResult } from "../../orders/reconciliation/read-reconciliation.ts";
import type { DateRange } from "../../orders/reconciliation/date-range.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";

const POLL_MS = 1_000;

type Reading = Extract<ReconciliationResult, { status: "reading" }>;
/** A request did not reach the app. */
type Unreachable = { status: "unreachable" };
export type EndedReconciliation = Exclude<ReconciliationResult, Reading> | Unreachable;

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
  const [ended, setEnded] = useState<{ address: string; result: EndedReconciliation } | null>(null);
  useEffect(() => {
    if (data && data.status !== "reading" && state === "idle" && isOf(data, { from, to }))
      setEnded({ address, result: data });
  }, [data, state]);
  const isShown = valid && ended?.address === address;
  return {
    compared: isShown ? ended.result : undefined,
    comparing: state !== "idle" || isReading,
    progress: isReading && isOf(data, { from, to }) ? data.progress : null,
    reload: begin,
  };
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
