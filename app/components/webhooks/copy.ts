import type { BadgeProps } from "@shopify/polaris";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { RegisterResult } from "../../print-accounts/webhooks/change-webhook.ts";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import type { SelfTestOutcome } from "../../print-accounts/webhooks/self-test.ts";
import { pluralize } from "../common/format.ts";

export const KIND_LABELS: Readonly<Record<RegistrationKind, string>> = {
  tracking: "Tracking",
  order_status: "Order status",
};

/** What is wrong, and the button that mends it. */
export interface WebhookProblem {
  title: string;
  text: string;
  /** By default a warning. */
  tone?: "info";
  fix?: { action: "register" | "activate" | "ask"; label: string };
  alternative?: { action: "keep"; label: string };
}

export interface StatusCopy {
  tone: BadgeProps["tone"];
  label: string;
  problem?: WebhookProblem;
}

/** How one of our addresses stands at the print service, in words. */
export function statusCopy(
  webhook: Pick<WebhookStatus, "state" | "active" | "foreignEndpoint" | "foreignKept">,
): StatusCopy {
  switch (webhook.state) {
    case "ours":
      return webhook.active === false ? INACTIVE_COPY : activeCopy(webhook.active);
    case "other":
      return otherAddressCopy(webhook);
    case "other_key":
      return {
        tone: "warning",
        label: "Another key",
        problem: {
          title: "The print service calls with another access key",
          text: "The address is ours, but its calls are refused here because the key does not fit.",
          fix: { action: "register", label: "Register again" },
        },
      };
    case "none":
      return {
        tone: "warning",
        label: "Not registered",
        problem: {
          title: "The print service shows no address",
          text: "It does not know where to send these updates.",
          fix: { action: "register", label: "Register" },
        },
      };
    case "unknown":
      return {
        label: "Not known",
        tone: undefined,
        problem: {
          title: "The print service does not answer right now",
          text: "What is registered there is not known until it does.",
          fix: { action: "ask", label: "Ask again" },
        },
      };
  }
}

function otherAddressCopy({
  foreignEndpoint,
  foreignKept,
}: Pick<WebhookStatus, "foreignEndpoint" | "foreignKept">): StatusCopy {
  const address = foreignEndpoint ?? "another address";
  const fix = { action: "register", label: "Use this app's address" } as const;
  return foreignKept
    ? {
        tone: "info",
        label: "Another address",
        problem: {
          tone: "info",
          title: "You kept another address for these updates",
          text: `The print service calls ${address}. Inkbridge checks for updates about every 15 minutes instead.`,
          fix,
        },
      }
    : {
        tone: "warning",
        label: "Another address",
        problem: {
          title: "Choose who gets these updates",
          text: `The print service calls ${address}, which isn't this app's address. If another app uses it, that app stops getting updates when you replace it. If you keep it, Inkbridge checks for updates about every 15 minutes instead.`,
          fix,
          alternative: { action: "keep", label: "Keep the other address" },
        },
      };
}

const activeCopy = (confirmed: boolean | null): StatusCopy => ({
  tone: "success",
  label: confirmed ? "Active" : "Registered",
});

const INACTIVE_COPY: StatusCopy = {
  tone: "warning",
  label: "Inactive",
  problem: {
    title: "The print service has this address switched off",
    text: "It sends no updates there. News arrives late, when the app asks for it.",
    fix: { action: "activate", label: "Activate" },
  },
};

/** What became of a test, in words. */
export function selfTestMessage(result: SelfTestOutcome): { tone: "success" | "critical"; text: string } {
  switch (result.outcome) {
    case "arrived":
      return { tone: "success", text: `The test arrived after ${pluralize(result.ms, "millisecond")}.` };
    case "elsewhere":
      return failureMessage(
        "Something else answers at this address: the test was accepted there, but never reached this app.",
      );
    case "answered":
      return failureMessage(
        result.httpStatus === 401
          ? "The test was refused: whatever answers at this address does not know the key. Is it another installation?"
          : `The test was answered with HTTP ${result.httpStatus} instead of 200. Something between the internet and this app is in the way.`,
      );
    case "unreachable":
      return failureMessage("Nothing can be reached at this address from the internet. Ask whoever runs this app.");
    case "timeout":
      return failureMessage(
        "There was no answer within 10 seconds. Try again; if it stays so, ask whoever runs this app.",
      );
    case "no_account":
      return failureMessage("No print service is connected any more.");
  }
}

const failureMessage = (text: string) => ({ tone: "critical" as const, text });

/** Why nothing was changed at the print service, in words. */
export const FAILURE_MESSAGES: Readonly<Record<Exclude<RegisterResult, "registered">, string>> = {
  other_address: "Another address was registered at the print service meanwhile. Reload the page to see it.",
  rejected: "The print service refused it. Test the connection in the settings.",
  unavailable: "The print service does not answer right now. Try again in a moment.",
  no_account: "No print service is connected any more.",
};
