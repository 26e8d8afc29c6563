import { Button, ButtonGroup } from "@shopify/polaris";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { COPY, KIND_LABELS } from "./copy.ts";
import { pendingActionFor, type WebhookActions } from "./use-webhook-actions.ts";

export interface WebhookButtonsProps {
  webhook: WebhookStatus;
  actions: WebhookActions;
  onRegister(): void;
  onDeactivate(): void;
}

/** The actions on one webhook. The fix of a problem is part of its banner. */
export function WebhookButtons({ webhook, actions, onRegister, onDeactivate }: WebhookButtonsProps) {
  const { kind, state, active } = webhook;
  const isActive = state === "ours" && active !== false;
  const pending = pendingActionFor(actions, kind);
  const button = (action: "test" | "register" | "switch", label: string, onClick: () => void) => (
    <Button
      loading={pending === action}
      disabled={actions.busy !== null}
      accessibilityLabel={`${label}: ${KIND_LABELS[kind]}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <ButtonGroup>
      {button("test", COPY.buttons.test, () => actions.run({ action: "test", kind }))}
      {isActive && button("register", COPY.buttons.register, onRegister)}
      {isActive && button("switch", COPY.buttons.deactivate, onDeactivate)}
    </ButtonGroup>
  );
}
