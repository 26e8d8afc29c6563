import {
  Badge,
  Banner,
  BlockStack,
  Card,
  InlineStack,
  Text,
  DescriptionList,
  Button,
  ButtonGroup,
  SkeletonBodyText,
  SkeletonDisplayText,
} from "@shopify/polaris";
import { useState, useEffect } from "react";
import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { COPY, KIND_LABELS, FAILURE_MESSAGES, statusCopy, selfTestMessage, type WebhookProblem } from "./copy.ts";
import { CardHeading } from "../common/text.tsx";
import { DateTime } from "../common/date-time.tsx";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { RotateSecretResult, RegisterResult } from "../../print-accounts/webhooks/change-webhook.ts";
import type { SelfTestOutcome } from "../../print-accounts/webhooks/self-test.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDenied } from "../common/shop-context.tsx";
import { STATUS_PATH } from "./use-webhooks-overview.tsx";

interface WebhookCardProps {
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
  const [confirming, setConfirming] = useState<keyof typeof confirmations | null>(null);
  const confirmations = confirmationsFor(webhook, otherShops > 0);
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
          <CardHeading>{KIND_LABELS[kind]}</CardHeading>
          <Badge tone={tone}>{label}</Badge>
        </InlineStack>
        {problem && (
          <ProblemBanner
            problem={problem}
            loading={loading || ["register", "switch", "keep"].includes(pendingActionFor(actions, kind) ?? "")}
            busy={actions.busy !== null}
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
      {confirming && (
        <ConfirmDialog
          {...confirmations[confirming]}
          onClose={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            actions.run(confirmations[confirming].change);
          }}
        >
          <Text as="p">{confirmations[confirming].text}</Text>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** The dialogs before changes that others notice: replacing a foreign address, deactivating ours. */
function confirmationsFor({ kind, foreignEndpoint }: WebhookStatus, shared: boolean) {
  const { register, deactivate } = COPY.confirm;
  const replacing = foreignEndpoint ? { replacing: foreignEndpoint } : {};
  return {
    register: {
      title: register.title(KIND_LABELS[kind]),
      text: register.text(foreignEndpoint, shared),
      label: register.action,
      change: { action: "register", kind, ...replacing },
    },
    deactivate: {
      title: deactivate.title(KIND_LABELS[kind]),
      text: deactivate.text(shared),
      label: deactivate.action,
      destructive: true,
      change: { action: "switch", kind, active: false },
    },
  } as const;
}

interface ProblemBannerProps {
  problem: WebhookProblem;
  loading: boolean;
  busy: boolean;
  onFix(action: NonNullable<WebhookProblem["fix"] | WebhookProblem["alternative"]>["action"]): void;
}

/** A problem with the button that fixes it. */
function ProblemBanner({ problem, loading, busy, onFix }: ProblemBannerProps) {
  const { title, text, fix, alternative } = problem;
  const denied = useDenied();
  // Asking the print service again changes nothing there.
  const disabled = busy || (denied && fix?.action !== "ask");
  const action = fix && { content: fix.label, loading, disabled, onAction: () => onFix(fix.action) };
  const secondaryAction = alternative && {
    content: alternative.label,
    disabled: busy || denied,
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
    <MessageBanner tone="critical" title={COPY.unchanged} text={FAILURE_MESSAGES[answer.outcome]} />
  );
}

const text = COPY.details;

/** A webhook as the print service has it, and the updates that arrived. */
function WebhookDetails({ webhook }: { webhook: WebhookStatus }) {
  const { endpoint, header, registeredAt, lastDeliveryAt } = webhook;
  return (
    <DescriptionList
      gap="tight"
      items={[
        addressItem(endpoint),
        { term: text.header, description: header ?? text.noHeader },
        { term: text.registered, description: registeredAt ? <DateTime at={registeredAt} /> : text.notRegistered },
        { term: text.lastUpdate, description: lastDeliveryAt ? <DateTime at={lastDeliveryAt} /> : text.noUpdate },
        { term: text.lastDay, description: text.updates(webhook.received, webhook.unmatched) },
      ]}
    />
  );
}

const addressItem = (address: string) => ({
  term: text.address,
  description: (
    <Text as="span" breakWord>
      {address}
    </Text>
  ),
});

/** The same before the print service has answered, as tall as without a problem: what is below stays where it is. */
export function LoadingWebhook({ kind, address }: { kind: RegistrationKind; address: string }) {
  const unknown = [text.header, text.registered, text.lastUpdate, text.lastDay];
  return (
    <Card>
      <BlockStack gap="400">
        <CardHeading>{KIND_LABELS[kind]}</CardHeading>
        <DescriptionList
          gap="tight"
          items={[
            addressItem(address),
            ...unknown.map((term) => ({ term, description: <SkeletonBodyText lines={1} /> })),
          ]}
        />
        <SkeletonDisplayText size="small" />
      </BlockStack>
    </Card>
  );
}

interface WebhookButtonsProps {
  webhook: WebhookStatus;
  actions: WebhookActions;
  onRegister(): void;
  onDeactivate(): void;
}

/** The actions on one webhook. The fix of a problem is part of its banner. */
function WebhookButtons({ webhook, actions, onRegister, onDeactivate }: WebhookButtonsProps) {
  const { kind, state, active } = webhook;
  const isActive = state === "ours" && active !== false;
  const pending = pendingActionFor(actions, kind);
  const denied = useDenied();
  const button = (action: "test" | "register" | "switch", label: string, onClick: () => void) => (
    <Button
      loading={pending === action}
      disabled={actions.busy !== null || (denied && action !== "test")}
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

type WebhookAction =
  | { action: "keep" | "test"; kind: RegistrationKind }
  | { action: "register"; kind: RegistrationKind; replacing?: string }
  | { action: "switch"; kind: RegistrationKind; active: boolean }
  | { action: "rotate" | "rematch" };

type WebhookActionResult =
  | { action: "register"; kind: RegistrationKind; outcome: RegisterResult }
  | { action: "switch"; kind: RegistrationKind; active: boolean; outcome: RegisterResult }
  | { action: "keep"; kind: RegistrationKind; outcome: "kept" | "no_account" }
  | ({ action: "test"; kind: RegistrationKind } & SelfTestOutcome)
  | ({ action: "rotate" } & RotateSecretResult)
  | { action: "rematch"; outcome: "rematched"; matched: number };

export interface WebhookActions {
  /** The action under way. */
  busy: WebhookAction | null;
  /** The answer to the last action. */
  answer: WebhookActionResult | null;
  /** The last action did not reach the app. */
  failed: boolean;
  run(action: WebhookAction): void;
}

/** The actions on webhooks, one at a time. */
export function useWebhookActions(): WebhookActions {
  const fetcher = useFetcher<WebhookActionResult | RequestFailed>();
  const shopify = useAppBridge();
  const idle = fetcher.state === "idle";
  const response = fetcher.state === "submitting" ? undefined : fetcher.data;
  const message = response && response.outcome !== "failed" ? successMessage(response) : null;
  useEffect(() => {
    if (message) shopify.toast.show(message);
  }, [response]);
  return {
    busy: idle ? null : ((fetcher.json ?? null) as WebhookAction | null),
    answer: response && response.outcome !== "failed" ? response : null,
    failed: response?.outcome === "failed",
    run: (action) => fetcher.submit(action, { method: "POST", action: STATUS_PATH, encType: "application/json" }),
  };
}

/** The action under way on one webhook. */
const pendingActionFor = ({ busy }: WebhookActions, kind: RegistrationKind): WebhookAction["action"] | null =>
  busy && "kind" in busy && busy.kind === kind ? busy.action : null;

function successMessage(answer: WebhookActionResult): string | null {
  switch (answer.action) {
    case "register":
      return answer.outcome === "registered" ? COPY.done.registered : null;
    case "keep":
      return answer.outcome === "kept" ? COPY.done.kept : null;
    case "switch":
      return answer.outcome === "registered" ? (answer.active ? COPY.done.activated : COPY.done.deactivated) : null;
    case "rotate":
      return answer.outcome === "rotated" ? COPY.done.rotated : null;
    case "rematch":
      return COPY.done.matched(answer.matched);
    case "test":
      return null;
  }
}
