import { Badge, Banner, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { ConfirmChanges } from "./confirm-changes.tsx";
import { WebhookDetails } from "./webhook-details.tsx";
import { WebhookButtons } from "./webhook-buttons.tsx";
import { COPY, KIND_LABELS, FAILURE_MESSAGES, statusCopy, selfTestMessage, type WebhookProblem } from "./copy.ts";
import { pendingActionFor, type WebhookActions } from "./use-webhook-actions.ts";

export interface WebhookCardProps {
  webhook: WebhookStatus;
  actions: WebhookActions;
  /** The number of other shops with the same webhook. */
  otherShops: number;
  /** Loads the webhooks again. */
  onReload(): void;
  loading: boolean;
}

/** One webhook: its status, details and actions. */
export function WebhookCard({ webhook, actions, otherShops, onReload, loading }: WebhookCardProps) {
  const { kind, state } = webhook;
  const { tone, label, problem } = statusCopy(webhook);
  const [confirming, setConfirming] = useState<"register" | "deactivate" | null>(null);
  const register = () => (state === "other" ? setConfirming("register") : actions.run({ action: "register", kind }));
  const fixes = {
    activate: () => actions.run({ action: "switch", kind, active: true }),
    register,
    keep: () => actions.run({ action: "keep", kind }),
    ask: onReload,
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {KIND_LABELS[kind]}
          </Text>
          <Badge tone={tone}>{label}</Badge>
        </InlineStack>
        {problem && (
          <ProblemBanner
            problem={problem}
            loading={loading || ["register", "switch", "keep"].includes(pendingActionFor(actions, kind) ?? "")}
            disabled={actions.busy !== null}
            onFix={(action) => fixes[action]()}
          />
        )}
        <WebhookDetails webhook={webhook} />
        <Outcome webhook={webhook} actions={actions} />
        <WebhookButtons
          webhook={webhook}
          actions={actions}
          onRegister={register}
          onDeactivate={() => setConfirming("deactivate")}
        />
      </BlockStack>
      <ConfirmChanges
        confirming={confirming}
        others={otherShops}
        onClose={() => setConfirming(null)}
        webhook={webhook}
        actions={actions}
      />
    </Card>
  );
}

interface ProblemBannerProps {
  problem: WebhookProblem;
  loading: boolean;
  disabled: boolean;
  onFix(action: NonNullable<WebhookProblem["fix"] | WebhookProblem["alternative"]>["action"]): void;
}

/** A problem with the button that fixes it. */
function ProblemBanner({ problem, loading, disabled, onFix }: ProblemBannerProps) {
  const { title, text, fix, alternative } = problem;
  const action = fix && {
    content: fix.label,
    loading,
    disabled,
    onAction: () => onFix(fix.action),
  };
  const secondaryAction = alternative && {
    content: alternative.label,
    disabled,
    onAction: () => onFix(alternative.action),
  };
  return (
    <Banner tone={problem.tone ?? "warning"} title={title} action={action} secondaryAction={secondaryAction}>
      <Text as="p" breakWord>
        {text}
      </Text>
    </Banner>
  );
}

/** The result of the last action on this webhook. */
function Outcome({ webhook: { kind }, actions }: Pick<WebhookCardProps, "webhook" | "actions">) {
  const { answer, busy } = actions;
  if (busy || !answer || !("kind" in answer) || answer.kind !== kind) return null;
  if (answer.action === "test") {
    const { tone, text } = selfTestMessage(answer);
    return <Banner tone={tone}>{text}</Banner>;
  }
  return answer.outcome === "registered" || answer.outcome === "kept" ? null : (
    <Banner tone="critical" title={COPY.unchanged}>
      <p>{FAILURE_MESSAGES[answer.outcome]}</p>
    </Banner>
  );
}
