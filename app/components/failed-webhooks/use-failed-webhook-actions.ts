import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import { pluralize } from "../common/format.ts";
import type { RequestFailed } from "../common/request-failed.ts";

export type FailedWebhookAction = "replay" | "dismiss";

type ActionResponse = { outcome: "acted"; action: FailedWebhookAction; done: number; skipped: number } | RequestFailed;

export interface FailedWebhookActions {
  busy: FailedWebhookAction | null;
  /** The last act did not reach the app. */
  failed: boolean;
  /** How many were left as they were by the last act, and by which. */
  skipped: { action: FailedWebhookAction; count: number } | null;
  run(action: FailedWebhookAction, ids: string[]): void;
}

const DONE_MESSAGES: Readonly<Record<FailedWebhookAction, string>> = {
  replay: "being read again",
  dismiss: "put away",
};

/** What a person may do with messages, some at a time. */
export function useFailedWebhookActions(): FailedWebhookActions {
  const fetcher = useFetcher<ActionResponse>();
  const shopify = useAppBridge();
  const response = fetcher.state === "submitting" ? undefined : fetcher.data;
  useEffect(() => {
    if (response?.outcome === "acted" && response.done > 0)
      shopify.toast.show(`${pluralize(response.done, "message")} ${DONE_MESSAGES[response.action]}`);
  }, [response, shopify]);
  return {
    busy:
      fetcher.state === "idle" ? null : ((fetcher.json as { action: FailedWebhookAction } | undefined)?.action ?? null),
    failed: response?.outcome === "failed",
    skipped:
      response?.outcome === "acted" && response.skipped > 0
        ? { action: response.action, count: response.skipped }
        : null,
    run: (action, ids) => fetcher.submit({ action, ids }, { method: "POST", encType: "application/json" }),
  };
}
