import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { ShopResult } from "../../diagnostics/findings.ts";
import type { RequestFailed } from "../common/request-failed.ts";

type Answer = { outcome: "checked"; results: ShopResult[] } | RequestFailed;

/** The checks, run once the page is shown, and again on demand. */
export function useChecks() {
  const { submit, data, state } = useFetcher<Answer>();
  const run = () => submit({}, { method: "POST", action: "/app/diagnostics/run", encType: "application/json" });
  useEffect(run, [submit]);
  return {
    results: data?.outcome === "checked" ? data.results : undefined,
    failed: state === "idle" && data?.outcome === "failed",
    running: state !== "idle",
    run,
  };
}
