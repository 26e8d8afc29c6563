import { Banner } from "@shopify/polaris";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";

/** Takes the place of webhooks that could not be loaded. */
export function LoadFailedBanner({ onRetry }: { onRetry(): void }) {
  return <Banner tone="warning" title={COPY.loadFailed} action={{ content: COMMON.tryAgain, onAction: onRetry }} />;
}
