import { useFetcher, useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect, useState } from "react";
import type { BulkAct, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { doneWords } from "./bulk-words.ts";

/** A worker does what was asked for; by then it has mostly begun. */
const LOOK_AGAIN_MS = 2_000;

export interface BulkAnswer {
  act: BulkAct;
  results: BulkResult[];
}

/** Does one thing with several orders: says in a toast what was done, and keeps the results for what was not. */
export function useBulk(onDone: () => void) {
  const fetcher = useFetcher<BulkAnswer>();
  const appBridge = useAppBridge();
  const { revalidate } = useRevalidator();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    const done = doneWords(answer.act, answer.results);
    if (done) appBridge.toast.show(done);
    setResults(answer.results);
    onDone();
    const timer = setTimeout(revalidate, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
    // Once per answer, whatever else changes.
  }, [answer]);
  return {
    busy: fetcher.state !== "idle",
    results,
    dismiss: () => setResults([]),
    run(act: BulkAct, orderIds: readonly string[]) {
      setResults([]);
      fetcher.submit({ intent: "bulk", act, orderIds: [...orderIds] }, { method: "post", encType: "application/json" });
    },
  };
}
