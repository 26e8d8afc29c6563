import { Banner } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { WebhooksOverview } from "../../print-accounts/webhooks/webhook-status.ts";
import { COPY as COMMON } from "../common/copy.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { COPY } from "./copy.ts";

export const STATUS_PATH = "/app/webhooks/status";

/** The webhooks at the print service, loaded once the page is shown. */
export function useWebhooksOverview() {
  const fetcher = useFetcher<{ outcome: "read"; overview: WebhooksOverview | null } | RequestFailed>();
  const load = () => fetcher.load(STATUS_PATH);
  useEffect(load, []);
  return {
    /** undefined before the first answer; null without a print account. */
    overview: fetcher.data?.outcome === "read" ? fetcher.data.overview : undefined,
    loadFailed: fetcher.state === "idle" && fetcher.data?.outcome === "failed",
    load,
    loading: fetcher.state !== "idle",
  };
}

/** Takes the place of webhooks that could not be loaded. */
export function LoadFailedBanner({ onRetry }: { onRetry(): void }) {
  return <Banner tone="warning" title={COPY.loadFailed} action={{ content: COMMON.tryAgain, onAction: onRetry }} />;
}
