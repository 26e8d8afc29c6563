import { Banner } from "@shopify/polaris";
import type { ReconciliationResult } from "../../orders/reconciliation/reconcile.ts";
import { AccountBanner } from "../common/account-banner.tsx";

type FailureStatus = Exclude<ReconciliationResult["status"], "compared">;

/** Says why there is nothing to compare with, and how to mend that. */
export function NotCompared({
  status,
  retrying,
  onRetry,
}: {
  status: FailureStatus;
  retrying: boolean;
  onRetry(): void;
}) {
  const retry = { content: "Try again", onAction: onRetry, loading: retrying };
  switch (status) {
    case "not_connected":
      return <AccountBanner status={status}>There is nothing to compare with until one is.</AccountBanner>;
    case "account_rejected":
      return (
        <AccountBanner status={status}>
          Its e-mail or password is not accepted any more, so its list cannot be read.
        </AccountBanner>
      );
    case "unavailable":
      return (
        <Banner tone="warning" title="The print service’s list could not be read" action={retry}>
          <p>
            It did not answer, or not with its whole list. Half a list would show orders as missing, so nothing is
            compared.
          </p>
        </Banner>
      );
    case "date_filter_ignored":
      return (
        <Banner tone="warning" title="The print service showed other days than it was asked for" action={retry}>
          <p>Orders of the days that you chose would look missing, so nothing is compared. Try today alone.</p>
        </Banner>
      );
  }
}
