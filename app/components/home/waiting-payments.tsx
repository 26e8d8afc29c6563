import { Banner, Button } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { WaitingPayments } from "../../orders/provider-writes/read-payments.ts";
import { DateTime } from "../common/date-time.tsx";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDenial } from "../common/shop-context.tsx";
import { WAITING_PAYMENTS as text } from "./copy.ts";

function useRetry() {
  const shopify = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<{ outcome: "retried" } | RequestFailed>((result) => {
    if (result.outcome === "retried") shopify.toast.show(text.retried);
  }, "/app/payments");
  const disabled = useDenial("pay") !== undefined;
  return { busy, failed: answer?.outcome === "failed", disabled, retry: () => send({ action: "retry" }) };
}

/** Tries the payments again that wait for the balance at the print service. */
export function RetryPayments() {
  const { busy, failed, disabled, retry } = useRetry();
  return (
    <>
      <Button loading={busy} disabled={disabled} onClick={retry}>
        {text.retry}
      </Button>
      {failed && <p role="alert">{text.failed}</p>}
    </>
  );
}

/** Says once why the orders that wait to be paid for are not, whatever their number. */
export function WaitingPaymentsBanner({ waiting }: { waiting: WaitingPayments | null }) {
  const { busy, failed, disabled, retry } = useRetry();
  if (!waiting) return null;
  const { problem, orders, retryAt } = waiting;
  return (
    <Banner
      tone="critical"
      title={text.titles[problem]}
      action={{ content: text.retry, loading: busy, disabled, onAction: retry }}
    >
      <p>
        {text.waiting(orders)} {text.fixes[problem]} {text.next} <DateTime at={retryAt} />. {failed && text.failed}
      </p>
    </Banner>
  );
}
