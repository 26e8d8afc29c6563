import type { BadgeProps } from "@shopify/polaris";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { Registered } from "../../print-accounts/webhooks/change-webhook.ts";
import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import type { TestSent } from "../../print-accounts/webhooks/self-test.ts";
import { counted } from "../common/format.ts";

export const KIND_WORDS: Readonly<Record<RegistrationKind, string>> = {
  tracking: "Tracking",
  order_status: "Order status",
};

/** What is wrong, and the button that mends it. */
export interface Problem {
  title: string;
  text: string;
  /** By default a warning. */
  tone?: "info";
  mend?: { act: "register" | "activate" | "ask"; label: string };
  orElse?: { act: "keep"; label: string };
}

export interface StandingWords {
  tone: BadgeProps["tone"];
  label: string;
  problem?: Problem;
}

/** How one of our addresses stands at the print service, in words. */
export function standingWords(
  registration: Pick<RegistrationView, "found" | "active" | "otherEndpoint" | "otherKept">,
): StandingWords {
  switch (registration.found) {
    case "ours":
      return registration.active === false ? INACTIVE : active(registration.active);
    case "other":
      return otherAddress(registration);
    case "other_key":
      return {
        tone: "warning",
        label: "Another key",
        problem: {
          title: "The print service calls with another access key",
          text: "The address is ours, but its calls are refused here because the key does not fit.",
          mend: { act: "register", label: "Register again" },
        },
      };
    case "none":
      return {
        tone: "warning",
        label: "Not registered",
        problem: {
          title: "The print service shows no address",
          text: "It does not know where to send these updates.",
          mend: { act: "register", label: "Register" },
        },
      };
    case "unknown":
      return {
        label: "Not known",
        tone: undefined,
        problem: {
          title: "The print service does not answer right now",
          text: "What is registered there is not known until it does.",
          mend: { act: "ask", label: "Ask again" },
        },
      };
  }
}

function otherAddress({
  otherEndpoint,
  otherKept,
}: Pick<RegistrationView, "otherEndpoint" | "otherKept">): StandingWords {
  const address = otherEndpoint ?? "another address";
  const mend = { act: "register", label: "Use this app's address" } as const;
  return otherKept
    ? {
        tone: "info",
        label: "Another address",
        problem: {
          tone: "info",
          title: "You kept another address for these updates",
          text: `The print service calls ${address}. Inkbridge checks for updates about every 15 minutes instead.`,
          mend,
        },
      }
    : {
        tone: "warning",
        label: "Another address",
        problem: {
          title: "Choose who gets these updates",
          text: `The print service calls ${address}, which isn't this app's address. If another app uses it, that app stops getting updates when you replace it. If you keep it, Inkbridge checks for updates about every 15 minutes instead.`,
          mend,
          orElse: { act: "keep", label: "Keep the other address" },
        },
      };
}

const active = (told: boolean | null): StandingWords => ({ tone: "success", label: told ? "Active" : "Registered" });

const INACTIVE: StandingWords = {
  tone: "warning",
  label: "Inactive",
  problem: {
    title: "The print service has this address switched off",
    text: "It sends no updates there. News arrives late, when the app asks for it.",
    mend: { act: "activate", label: "Activate" },
  },
};

/** What became of a test, in words. */
export function testWords(sent: TestSent): { tone: "success" | "critical"; text: string } {
  switch (sent.outcome) {
    case "arrived":
      return { tone: "success", text: `The test arrived after ${counted(sent.ms, "millisecond")}.` };
    case "elsewhere":
      return bad("Something else answers at this address: the test was accepted there, but never reached this app.");
    case "answered":
      return bad(
        sent.httpStatus === 401
          ? "The test was refused: whatever answers at this address does not know the key. Is it another installation?"
          : `The test was answered with HTTP ${sent.httpStatus} instead of 200. Something between the internet and this app is in the way.`,
      );
    case "unreachable":
      return bad("Nothing can be reached at this address from the internet. Ask whoever runs this app.");
    case "timeout":
      return bad("There was no answer within 10 seconds. Try again; if it stays so, ask whoever runs this app.");
    case "no_account":
      return bad("No print service is connected any more.");
  }
}

const bad = (text: string) => ({ tone: "critical" as const, text });

/** Why nothing was changed at the print service, in words. */
export const NOT_DONE: Readonly<Record<Exclude<Registered, "registered">, string>> = {
  other_address: "Another address was registered at the print service meanwhile. Reload the page to see it.",
  refused: "The print service refused it. Test the connection in the settings.",
  unavailable: "The print service does not answer right now. Try again in a moment.",
  no_account: "No print service is connected any more.",
};
