import { Banner } from "@shopify/polaris";
import type { ReconciliationResult } from "../../orders/reconciliation/reconcile.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";

interface Props {
  status: Exclude<ReconciliationResult["status"], "compared">;
  retrying: boolean;
  onRetry(): void;
}

/** Says why nothing was compared, and how to fix that. */
export function NotCompared({ status, retrying, onRetry }: Props) {
  if (status === "not_connected" || status === "account_rejected") {
    return <AccountBanner status={status}>{COPY.notCompared[status]}</AccountBanner>;
  }
  const { title, text } = COPY.notCompared[status];
  const action = { content: COMMON.tryAgain, onAction: onRetry, loading: retrying };
  return (
    <Banner tone="warning" title={title} action={action}>
      <p>{text}</p>
    </Banner>
  );
}
