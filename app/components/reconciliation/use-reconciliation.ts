import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { BUCKETS, type Bucket } from "../../orders/reconciliation/buckets.ts";
import type { Compared } from "../../orders/reconciliation/reconcile.ts";
import type { LedgerRange } from "../../orders/reconciliation/date-range.ts";

/** The comparison of a range, asked for once the page is there and again after every repair. */
export function useCompared({ from, to }: LedgerRange, sound: boolean) {
  const { load, data, state } = useFetcher<Compared>();
  const address = `/app/ledger/compare?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  useEffect(() => {
    if (sound) load(address);
  }, [load, address, sound]);
  // What was compared for other days is not shown beside these.
  const other = data?.status === "compared" && (data.ledger.range.from !== from || data.ledger.range.to !== to);
  return { compared: other || !sound ? undefined : data, comparing: state !== "idle", again: () => load(address) };
}

/** Bucket and days live in the page's address, so that links, reload and "back" keep them. */
export function useLedgerAddress(range: LedgerRange) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get("bucket");
  const bucket = BUCKETS.find((one) => one === given) ?? null;
  // Not the address's own query: Shopify adds to it when it opens the frame.
  const go = ({ from, to }: LedgerRange, on: Bucket | null, replace: boolean) => {
    const asked = new URLSearchParams({ from, to, ...(on ? { bucket: on } : {}) });
    navigate(`${pathname}?${asked.toString()}`, { replace, preventScrollReset: true });
  };
  return {
    bucket,
    openBucket: (on: Bucket) => go(range, on, true),
    openRange: (other: LedgerRange) => go(other, bucket, false),
  };
}
