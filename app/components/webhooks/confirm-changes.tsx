import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { ConfirmModal } from "./confirm-modal.tsx";
import { COPY, KIND_LABELS } from "./copy.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";

/** Asks before a change that others notice: replacing a foreign address, deactivating ours. */
export function ConfirmChanges(props: {
  confirming: "register" | "deactivate" | null;
  others: number;
  webhook: WebhookStatus;
  actions: WebhookActions;
  onClose(): void;
}) {
  const { confirming, others, actions, onClose } = props;
  const { kind, foreignEndpoint } = props.webhook;
  const { register, deactivate } = COPY.confirm;
  const shared = others > 0;
  return (
    <>
      <ConfirmModal
        open={confirming === "register"}
        title={register.title(KIND_LABELS[kind])}
        text={register.text(foreignEndpoint, shared)}
        label={register.action}
        onClose={onClose}
        onConfirm={() =>
          actions.run({ action: "register", kind, ...(foreignEndpoint ? { replacing: foreignEndpoint } : {}) })
        }
      />
      <ConfirmModal
        open={confirming === "deactivate"}
        title={deactivate.title(KIND_LABELS[kind])}
        text={deactivate.text(shared)}
        label={deactivate.action}
        destructive
        onClose={onClose}
        onConfirm={() => actions.run({ action: "switch", kind, active: false })}
      />
    </>
  );
}
