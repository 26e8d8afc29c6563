import { useFetcher, useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useState } from "react";
import type { BulkAction, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { doneMessage } from "./copy.ts";
import type { OrderId } from "../../ports/ids.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";

/** A worker runs the action; after this time it has usually begun. */
const REVALIDATE_DELAY_MS = 2_000;

export interface BulkActionResponse {
  action: BulkAction;
  results: BulkResult[];
}

/** Runs an action on several orders: a toast counts the changed orders, and the outcome names the skipped ones. */
export function useBulk(onDone: () => void, minimumMargin: number | null) {
  const fetcher = useFetcher<BulkActionResponse | RequestFailed>();
  const appBridge = useAppBridge();
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<BulkActionResponse | null>(null);
  const response = fetcher.data;
  useEffect(() => {
    // The orders stay selected after a failure, to be tried again.
    if (!response || hasFailed(response)) return;
    const message = doneMessage(response.action, response.results, minimumMargin);
    if (message) appBridge.toast.show(message);
    setOutcome(response);
    onDone();
    const timer = setTimeout(revalidate, REVALIDATE_DELAY_MS);
    return () => clearTimeout(timer);
    // Runs once per response: the other values may change without one.
  }, [response]);
  return {
    busy: fetcher.state !== "idle",
    failed: fetcher.state === "idle" && hasFailed(response),
    outcome,
    dismiss: () => setOutcome(null),
    run(action: BulkAction, orderIds: readonly OrderId[]) {
      setOutcome(null);
      fetcher.submit(
        { intent: "bulk", action, orderIds: [...orderIds] },
        { method: "post", encType: "application/json" },
      );
    },
  };
}
