import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { ReconciliationResult } from "../../orders/reconciliation/reconcile.ts";
import type { DateRange } from "../../orders/reconciliation/date-range.ts";

/** The comparison of a range. The page loads it once it is shown, and again after every repair. */
export function useReconciliation({ from, to }: DateRange, valid: boolean) {
  const { load, data, state } = useFetcher<ReconciliationResult>();
  const address = `/app/reconciliation/compare?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  useEffect(() => {
    if (valid) load(address);
  }, [load, address, valid]);
  // A comparison of other days must not appear under these.
  const other =
    data?.status === "compared" && (data.reconciliation.range.from !== from || data.reconciliation.range.to !== to);
  return { compared: other || !valid ? undefined : data, comparing: state !== "idle", reload: () => load(address) };
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
