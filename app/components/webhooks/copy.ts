import type { BadgeProps } from "@shopify/polaris";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { RegisterResult } from "../../print-accounts/webhooks/change-webhook.ts";
import type { SelfTestOutcome } from "../../print-accounts/webhooks/self-test.ts";
import type { WebhookStatus } from "../../print-accounts/webhooks/webhook-status.ts";
import { pluralize } from "../common/format.ts";

/** Texts of the webhooks page: merchants know a webhook of the print service as its updates. */
export const COPY = {
  title: "Tracking and status updates",
  subtitle: "The print service sends them to these addresses",
  notConnected: {
    title: "Connect your print service",
    text: "Inkbridge sets up updates automatically when you connect.",
    action: "Go to settings",
  },
  loadFailed: "The addresses couldn't be loaded",
  shared: {
    title: (stores: number) => `${pluralize(stores, "store")} share these updates`,
    text: "The stores use the same print service account. Changes apply to all of them.",
  },
  details: {
    address: "Address",
    header: "Header",
    noHeader: "Not available",
    registered: "Registered",
    notRegistered: "Not yet",
    lastUpdate: "Last update",
    noUpdate: "None yet",
    lastDay: "Last 24 hours",
    updates: (received: number, unmatched: number) =>
      `${pluralize(received, "update")}${unmatched === 0 ? "" : `, ${unmatched} for unknown orders`}`,
  },
  buttons: { test: "Send test", register: "Register again", deactivate: "Deactivate" },
  unchanged: "Nothing was changed",
  confirm: {
    register: {
      title: (kind: string) => `Send ${kind.toLowerCase()} updates to Inkbridge?`,
      text: (address: string | null, shared: boolean) =>
        `This replaces ${address ?? "the other address"}, which stops getting updates.${sharedHint(shared)}`,
      action: "Use Inkbridge's address",
    },
    deactivate: {
      title: (kind: string) => `Deactivate ${kind.toLowerCase()} updates?`,
      text: (shared: boolean) =>
        `The print service stops sending updates to this address.${sharedHint(shared)} Inkbridge keeps checking for updates, but they'll be delayed.`,
      action: "Deactivate",
    },
  },
  key: {
    title: "Access key",
    text: "Each update includes a key that only the print service and Inkbridge know. Updates without the key are rejected. Rotate the key if someone else may have seen it.",
    rotate: "Rotate key",
    retry: "Retry now",
    confirmTitle: "Rotate the access key?",
    confirmText:
      "Inkbridge sends a new key to the print service. The old key works for 24 more hours, and you can't rotate again until then.",
    rotating: "Rotation in progress",
    started: "Started",
    rotatingText:
      "The print service hasn't confirmed the new key for both addresses yet. Inkbridge retries automatically. Both keys work until then.",
    tooSoon: {
      title: "You can't rotate the key again yet",
      text: "The previous key still has to expire, so that no update is lost.",
    },
    oldKeyUntil: "The old key works until",
  },
  unmatched: {
    title: "Updates for unknown orders",
    none: "No updates for unknown orders.",
    text: "Updates for orders that Inkbridge didn't send. They're kept and matched automatically if the order appears.",
    rematch: "Match again",
    headings: ["Order reference", "Update", "Received", "Match"],
    matched: "Matched",
    noOrder: "No order",
    resource: { singular: "update", plural: "updates" },
    pages: "Pages of updates for unknown orders",
  },
  done: {
    registered: "Updates registered",
    kept: "Other address kept",
    activated: "Updates activated",
    deactivated: "Updates deactivated",
    rotated: "Access key rotated",
    matched: (count: number) => (count > 0 ? `${pluralize(count, "update")} matched` : "No matching orders found"),
  },
  lastUpdateAt: "Last update",
  noUpdateYet: "No updates yet",
} as const;

const sharedHint = (shared: boolean) =>
  shared ? " This also applies to the other stores with this print service account." : "";

export const KIND_LABELS: Readonly<Record<RegistrationKind, string>> = {
  tracking: "Tracking",
  order_status: "Order status",
};

/** What is wrong with a webhook, and the button that fixes it. */
export interface WebhookProblem {
  title: string;
  text: string;
  /** Without it: a warning. */
  tone?: "info";
  fix?: { action: "register" | "activate" | "ask"; label: string };
  alternative?: { action: "keep"; label: string };
}

interface StatusCopy {
  tone: BadgeProps["tone"];
  label: string;
  problem?: WebhookProblem;
}

/** The status of a webhook at the print service. */
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
        label: "Wrong key",
        problem: {
          title: "The print service uses a different access key",
          text: "Updates reach Inkbridge but are rejected, because the key doesn't match.",
          fix: { action: "register", label: "Register again" },
        },
      };
    case "none":
      return {
        tone: "warning",
        label: "Not registered",
        problem: {
          title: "These updates aren't registered",
          text: "The print service doesn't know where to send these updates.",
          fix: { action: "register", label: "Register" },
        },
      };
    case "unknown":
      return {
        label: "Unknown",
        tone: undefined,
        problem: {
          title: "The print service isn't responding",
          text: "The status of these updates is unknown until the print service responds.",
          fix: { action: "ask", label: "Check again" },
        },
      };
  }
}

function otherAddressCopy({
  foreignEndpoint,
  foreignKept,
}: Pick<WebhookStatus, "foreignEndpoint" | "foreignKept">): StatusCopy {
  const address = foreignEndpoint ?? "another address";
  const fix = { action: "register", label: COPY.confirm.register.action } as const;
  return foreignKept
    ? {
        tone: "info",
        label: "Other address",
        problem: {
          tone: "info",
          title: "Updates go to another address",
          text: `The print service sends these updates to ${address}. Inkbridge checks for updates about every 15 minutes instead.`,
          fix,
        },
      }
    : {
        tone: "warning",
        label: "Other address",
        problem: {
          title: "Choose who gets these updates",
          text: `The print service sends these updates to ${address}, which isn't Inkbridge's address. If you replace it, the app that uses it stops getting updates. If you keep it, Inkbridge checks for updates about every 15 minutes instead.`,
          fix,
          alternative: { action: "keep", label: "Keep other address" },
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
    title: "These updates are turned off",
    text: "The print service doesn't send updates to this address, so updates are delayed.",
    fix: { action: "activate", label: "Activate" },
  },
};

/** The result of a test. */
export function selfTestMessage(result: SelfTestOutcome): { tone: "success" | "critical"; text: string } {
  switch (result.outcome) {
    case "arrived":
      return { tone: "success", text: `The test arrived after ${pluralize(result.ms, "millisecond")}.` };
    case "elsewhere":
      return failureMessage(
        "Another server responds at this address. The server accepted the test, but Inkbridge didn't get it.",
      );
    case "answered":
      return failureMessage(
        result.httpStatus === 401
          ? "The test was rejected, because the key doesn't match. Another installation may be using this address."
          : `The address responded with HTTP ${result.httpStatus} instead of 200. Contact Inkbridge support.`,
      );
    case "unreachable":
      return failureMessage("This address can't be reached from the internet. Contact Inkbridge support.");
    case "timeout":
      return failureMessage(
        "No response within 10 seconds. Try again. If the problem continues, contact Inkbridge support.",
      );
    case "no_account":
      return failureMessage(NO_ACCOUNT);
  }
}

const NO_ACCOUNT = "Your print service is no longer connected.";
const failureMessage = (text: string) => ({ tone: "critical" as const, text });

/** The reason why nothing was changed at the print service. */
export const FAILURE_MESSAGES: Readonly<Record<Exclude<RegisterResult, "registered">, string>> = {
  other_address: "Another address was registered in the meantime. Reload the page to see it.",
  rejected: "The print service rejected the change. Test the connection in Settings.",
  unavailable: "The print service isn't responding. Try again in a moment.",
  no_account: NO_ACCOUNT,
};
