import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { RotateSecretResult, RegisterResult } from "../../print-accounts/webhooks/change-webhook.ts";
import type { SelfTestOutcome } from "../../print-accounts/webhooks/self-test.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { COPY } from "./copy.ts";
import { STATUS_PATH } from "./use-webhooks-overview.tsx";

export type WebhookAction =
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
export const pendingActionFor = ({ busy }: WebhookActions, kind: RegistrationKind): WebhookAction["action"] | null =>
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
