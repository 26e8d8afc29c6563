import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { ConfirmModal } from "./confirm-modal.tsx";
import { KIND_LABELS } from "./copy.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";

/** What others notice is asked for first: replacing a foreign address, and switching ours off. */
export function ConfirmChanges(props: {
  confirming: "register" | "deactivate" | null;
  others: number;
  webhook: WebhookStatus;
  actions: WebhookActions;
  onClose(): void;
}) {
  const { confirming, others, actions, onClose } = props;
  const { kind, foreignEndpoint } = props.webhook;
  const shared = others > 0 ? " The other stores on this print account share it." : "";
  return (
    <>
      <ConfirmModal
        open={confirming === "register"}
        title={`Send ${KIND_LABELS[kind].toLowerCase()} updates to this app?`}
        text={`This replaces ${foreignEndpoint ?? "the other address"}. Whoever uses that address stops getting updates.${shared}`}
        label="Use this app's address"
        onClose={onClose}
        onConfirm={() =>
          actions.run({ action: "register", kind, ...(foreignEndpoint ? { replacing: foreignEndpoint } : {}) })
        }
      />
      <ConfirmModal
        open={confirming === "deactivate"}
        title={`Deactivate ${KIND_LABELS[kind].toLowerCase()} updates?`}
        text={`The print service stops calling this address.${shared} No news is lost: the app keeps asking for it, but it arrives later.`}
        label="Deactivate"
        destructive
        onClose={onClose}
        onConfirm={() => actions.run({ action: "switch", kind, active: false })}
      />
    </>
  );
}
