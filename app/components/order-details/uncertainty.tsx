import { BlockStack, Text, List } from "@shopify/polaris";
import { REASON_BANNER } from "./copy.ts";
import { Subheading } from "../common/text.tsx";
import type { UncertaintyView, LookupFailure } from "../../orders/pages/details/uncertainty.ts";
import { formatDateTime, pluralize } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";

/** The print service's own words. */
export function ProviderMessages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" fontWeight="medium">
        {REASON_BANNER.providerMessages}
      </Text>
      {messages.map((message) => (
        <Text as="p" key={message} breakWord>
          “{message}”
        </Text>
      ))}
    </BlockStack>
  );
}

/** The signs for and against the print service having an uncertain submission. */
export function UncertaintySummary({ uncertainty }: { uncertainty: UncertaintyView }) {
  const { timezone } = useShop();
  const { evidenceFor, evidenceAgainst, nextStep } = uncertaintyCopy(uncertainty, (iso) =>
    formatDateTime(iso, timezone),
  );
  return (
    <BlockStack gap="200">
      <EvidenceList title={UNCERTAINTY.evidenceFor} sentences={evidenceFor} />
      <EvidenceList title={UNCERTAINTY.evidenceAgainst} sentences={evidenceAgainst} />
      <Text as="p">{nextStep}</Text>
    </BlockStack>
  );
}

function EvidenceList({ title, sentences }: { title: string; sentences: string[] }) {
  return (
    <BlockStack gap="100">
      <Subheading>{title}</Subheading>
      <List>
        {sentences.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

const UNCERTAINTY = {
  evidenceFor: "Signs it was received",
  evidenceAgainst: "Signs it wasn't",
};

const NO_RESPONSE = "the print service gave no usable response";

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  UnavailableError: NO_RESPONSE,
  UncertainError: NO_RESPONSE,
  RejectedError: "the print service rejected the request",
  UnauthorizedError: "the print service rejected your login",
  date_filter_ignored: "the print service ignored the requested dates, so its list proves nothing",
};

/** Why a lookup failed, as a part of a sentence. */
export function failureMessage({ error, httpStatus }: LookupFailure): string {
  const message = FAILURE_MESSAGES[error] ?? NO_RESPONSE;
  return httpStatus === null ? message : `${message} (HTTP ${httpStatus})`;
}

interface UncertaintyCopy {
  /** Signs that the print service has the order. */
  evidenceFor: string[];
  /** Signs that the print service does not have the order. */
  evidenceAgainst: string[];
  /** What Inkbridge does automatically. */
  nextStep: string;
}

type FormatTime = (iso: string) => string;

/** What is known of an uncertain submission, in sentences. */
export function uncertaintyCopy(uncertainty: UncertaintyView, formatTime: FormatTime): UncertaintyCopy {
  return {
    evidenceFor: evidenceFor(uncertainty, formatTime),
    evidenceAgainst: evidenceAgainst(uncertainty, formatTime),
    nextStep: nextStep(uncertainty),
  };
}

function evidenceFor(uncertainty: UncertaintyView, formatTime: FormatTime): string[] {
  const { tooRecent, list, failure } = uncertainty;
  return [
    attemptText(uncertainty, formatTime),
    ...(tooRecent
      ? [
          `That was less than ${pluralize(uncertainty.quietMinutes, "minute")} ago, so the print service may not list it yet.`,
        ]
      : []),
    ...(list.absent > 0 && list.withLater === 0
      ? ["The print service doesn't list your newer orders either, so its list may be behind."]
      : []),
    ...(list.notListed
      ? [
          `The print service's list is missing another order that the print service has (${list.notListed}), so the list isn't complete.`,
        ]
      : []),
    ...(failure ? [`The last check failed: ${failureMessage(failure)}.`] : []),
  ];
}

function attemptText({ outcome, httpStatus, sentAt }: UncertaintyView, formatTime: FormatTime): string {
  const time = formatTime(sentAt);
  if (outcome === "lost") return `Sent on ${time}, but the connection was interrupted. The order may have arrived.`;
  if (outcome === "rejected") return `Rejected on ${time}, but an earlier attempt may have arrived.`;
  if (httpStatus === null) return `Sent on ${time}, but no response came back. The order may have arrived.`;
  return `Sent on ${time}. The print service responded (HTTP ${httpStatus}), but that doesn't rule out that it made the order.`;
}

function evidenceAgainst({ byReference, list }: UncertaintyView, formatTime: FormatTime): string[] {
  const sentences = [
    ...(byReference.lastAbsent
      ? [
          `Searched by reference ${times(byReference.absent)}: not found. Last on ${formatTime(byReference.lastAbsent)}.`,
        ]
      : []),
    ...(list.lastAbsent
      ? [`Searched the full list ${times(list.absent)}: not found. Last on ${formatTime(list.lastAbsent)}.`]
      : []),
    ...(list.later
      ? [`The list showed a newer order of yours (${list.later}) but not this one, ${times(list.withLater)}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences : ["Nothing yet: no check has completed."];
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

function nextStep({ proofs, quietMinutes }: UncertaintyView): string {
  const rule = `Inkbridge resends automatically once two checks, at least ${pluralize(quietMinutes, "minute")} apart, show the orders sent just before and after this one, but not this one.`;
  return `${rule} ${proofs === 1 ? "One check is complete." : "Neither check is complete yet."}`;
}
