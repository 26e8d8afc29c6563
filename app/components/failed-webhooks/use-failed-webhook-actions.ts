import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import type { RequestFailed } from "../common/request-failed.ts";
import { COPY } from "./copy.ts";

export type FailedWebhookAction = "replay" | "dismiss";

type ActionResponse = { outcome: "done"; action: FailedWebhookAction; done: number; skipped: number } | RequestFailed;

export interface FailedWebhookActions {
  busy: FailedWebhookAction | null;
  /** The last action did not reach the app. */
  failed: boolean;
  /** What the app answered to the last action; undefined before, and where it was not reached. */
  answer: object | undefined;
  /** How many webhooks the last action skipped. */
  skipped: { action: FailedWebhookAction; count: number } | null;
  run(action: FailedWebhookAction, ids: string[]): void;
}

/** Retries or dismisses webhooks, several at a time. */
export function useFailedWebhookActions(): FailedWebhookActions {
  const fetcher = useFetcher<ActionResponse>();
  const shopify = useAppBridge();
  const response = fetcher.state === "submitting" ? undefined : fetcher.data;
  useEffect(() => {
    if (response?.outcome === "done" && response.done > 0)
      shopify.toast.show(COPY.done[response.action](response.done));
  }, [response, shopify]);
  return {
    busy:
      fetcher.state === "idle" ? null : ((fetcher.json as { action: FailedWebhookAction } | undefined)?.action ?? null),
    failed: response?.outcome === "failed",
    answer: response?.outcome === "done" ? response : undefined,
    skipped:
      response?.outcome === "done" && response.skipped > 0
        ? { action: response.action, count: response.skipped }
        : null,
    run: (action, ids) => fetcher.submit({ action, ids }, { method: "POST", encType: "application/json" }),
  };
}
