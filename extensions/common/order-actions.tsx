import { useState } from "preact/hooks";
import type { CardAction } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";
import { Confirmation } from "./confirmation.tsx";
import type { OrderState, ActionRequest } from "./use-order.ts";

/** The buttons of these actions, then the refresh button if there is room. */
export function OrderActions({
  order,
  actions,
  refresh,
}: {
  order: OrderState;
  actions: CardAction[];
  refresh: boolean;
}) {
  const [pending, setPending] = useState<CardAction | null>(null);
  const { busy } = order;
  // A reload may have withdrawn the action: its dialog closes.
  const confirming = pending && order.card?.actions.find((one) => isSame(one, pending));
  if (confirming?.confirmation) {
    const confirm = () => {
      setPending(null);
      order.runAction(requestOf(confirming));
    };
    return (
      <Confirmation
        confirmation={confirming.confirmation}
        busy={busy !== null}
        onConfirm={confirm}
        onCancel={() => setPending(null)}
      />
    );
  }
  return (
    <s-stack direction="inline" gap="small">
      {actions.map((one) => (
        <s-button
          key={`${one.action} ${one.submissionId}`}
          variant={one.primary ? "primary" : "secondary"}
          loading={busy !== null && isSame(busy, one)}
          disabled={busy !== null && !isSame(busy, one)}
          onClick={() => (one.confirmation ? setPending(one) : order.runAction(requestOf(one)))}
        >
          {one.confirmation ? `${one.label}…` : one.label}
        </s-button>
      ))}
      {refresh && (
        <s-button
          loading={busy?.action === "refresh"}
          disabled={busy !== null && busy.action !== "refresh"}
          onClick={() => order.runAction({ action: "refresh" })}
        >
          {t("common.refresh")}
        </s-button>
      )}
    </s-stack>
  );
}

const requestOf = ({ action, submissionId, seen }: CardAction): ActionRequest => ({ action, submissionId, seen });

const isSame = (a: ActionRequest, b: ActionRequest): boolean =>
  a.action === b.action && ("submissionId" in a ? a.submissionId : "") === ("submissionId" in b ? b.submissionId : "");
