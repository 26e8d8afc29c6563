import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useEffect } from "react";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { KeyRotated, Registered } from "../../print-accounts/webhooks/change-webhook.ts";
import type { TestSent } from "../../print-accounts/webhooks/self-test.ts";
import { counted } from "../common/format.ts";
import type { Failed } from "../common/request-failed.ts";
import { STANDING_ADDRESS } from "./use-webhooks-overview.ts";

export type RegistrationAct =
  | { act: "keep" | "test"; kind: RegistrationKind }
  | { act: "register"; kind: RegistrationKind; replacing?: string }
  | { act: "switch"; kind: RegistrationKind; active: boolean }
  | { act: "rotate" | "rematch" };

export type Answer =
  | { act: "register"; kind: RegistrationKind; outcome: Registered }
  | { act: "switch"; kind: RegistrationKind; active: boolean; outcome: Registered }
  | { act: "keep"; kind: RegistrationKind; outcome: "kept" | "no_account" }
  | ({ act: "test"; kind: RegistrationKind } & TestSent)
  | ({ act: "rotate" } & KeyRotated)
  | { act: "rematch"; outcome: "rematched"; matched: number };

export interface Acts {
  /** What is being done right now. */
  busy: RegistrationAct | null;
  /** What came of the last act. */
  answer: Answer | null;
  /** The last act did not reach the app. */
  failed: boolean;
  wish(act: RegistrationAct): void;
}

/** What a person may do with the registrations, one thing at a time. */
export function useActs(): Acts {
  const writer = useFetcher<Answer | Failed>();
  const shopify = useAppBridge();
  const idle = writer.state === "idle";
  const given = writer.state === "submitting" ? undefined : writer.data;
  const said = given && given.outcome !== "failed" ? successWords(given) : null;
  useEffect(() => {
    if (said) shopify.toast.show(said);
  }, [given]);
  return {
    busy: idle ? null : ((writer.json ?? null) as RegistrationAct | null),
    answer: given && given.outcome !== "failed" ? given : null,
    failed: given?.outcome === "failed",
    wish: (act) => writer.submit(act, { method: "POST", action: STANDING_ADDRESS, encType: "application/json" }),
  };
}

/** What is being done right now with the address of a kind. */
export const doingWith = ({ busy }: Acts, kind: RegistrationKind): RegistrationAct["act"] | null =>
  busy && "kind" in busy && busy.kind === kind ? busy.act : null;

function successWords(answer: Answer): string | null {
  switch (answer.act) {
    case "register":
      return answer.outcome === "registered" ? "Registered at the print service" : null;
    case "keep":
      return answer.outcome === "kept" ? "Other address kept" : null;
    case "switch":
      return answer.outcome === "registered" ? (answer.active ? "Activated" : "Deactivated") : null;
    case "rotate":
      return answer.outcome === "rotated" ? "Access key rotated" : null;
    case "rematch":
      return answer.matched > 0 ? `${counted(answer.matched, "update")} matched` : "No order found for any of them";
    case "test":
      return null;
  }
}
