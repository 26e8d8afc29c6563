import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { RotateSecretResult, RegisterResult } from "../../print-accounts/webhooks/change-webhook.ts";
import type { SelfTestOutcome } from "../../print-accounts/webhooks/self-test.ts";
import { pluralize } from "../common/format.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { STATUS_PATH } from "./use-webhooks-overview.ts";

export type WebhookAction =
  | { action: "keep" | "test"; kind: RegistrationKind }
  | { action: "register"; kind: RegistrationKind; replacing?: string }
  | { action: "switch"; kind: RegistrationKind; active: boolean }
  | { action: "rotate" | "rematch" };

export type WebhookActionResult =
  | { action: "register"; kind: RegistrationKind; outcome: RegisterResult }
  | { action: "switch"; kind: RegistrationKind; active: boolean; outcome: RegisterResult }
  | { action: "keep"; kind: RegistrationKind; outcome: "kept" | "no_account" }
  | ({ action: "test"; kind: RegistrationKind } & SelfTestOutcome)
  | ({ action: "rotate" } & RotateSecretResult)
  | { action: "rematch"; outcome: "rematched"; matched: number };

export interface WebhookActions {
  /** What is being done right now. */
  busy: WebhookAction | null;
  /** What came of the last act. */
  answer: WebhookActionResult | null;
  /** The last act did not reach the app. */
  failed: boolean;
  run(act: WebhookAction): void;
}

/** What a person may do with the registrations, one thing at a time. */
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
    run: (act) => fetcher.submit(act, { method: "POST", action: STATUS_PATH, encType: "application/json" }),
  };
}

/** What is being done right now with the address of a kind. */
export const pendingActionFor = ({ busy }: WebhookActions, kind: RegistrationKind): WebhookAction["action"] | null =>
  busy && "kind" in busy && busy.kind === kind ? busy.action : null;

function successMessage(answer: WebhookActionResult): string | null {
  switch (answer.action) {
    case "register":
      return answer.outcome === "registered" ? "Registered at the print service" : null;
    case "keep":
      return answer.outcome === "kept" ? "Other address kept" : null;
    case "switch":
      return answer.outcome === "registered" ? (answer.active ? "Activated" : "Deactivated") : null;
    case "rotate":
      return answer.outcome === "rotated" ? "Access key rotated" : null;
    case "rematch":
      return answer.matched > 0 ? `${pluralize(answer.matched, "update")} matched` : "No order found for any of them";
    case "test":
      return null;
  }
}
