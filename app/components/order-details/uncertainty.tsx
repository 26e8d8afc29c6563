import { BlockStack, Box, Text, List } from "@shopify/polaris";
import type {
  AttemptView,
  LookupView,
  ShopifyWriteView,
  SubmissionView,
} from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { REASON_BANNER } from "./copy.ts";
import { Subdued, Subheading } from "../common/text.tsx";
import type { UncertaintyView, LookupFailure } from "../../orders/pages/details/uncertainty.ts";
import { formatDateTime, formatNumber, pluralize } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import type { SentFile } from "../../orders/core/sent-content.ts";
import type { AttemptOutcome, ShopifyWriteKind, ShopifyWriteOutcome } from "../../../prisma/client/client.ts";

/** Every call about a submission: attempts to send, lookups at the print service, and what was written to Shopify. */
export function AttemptsAndLookups({ submission }: { submission: SubmissionView }) {
  const { attempts, lookups, shopifyWrites } = submission;
  return (
    <BlockStack gap="400">
      <BlockStack gap="200">
        <Subheading>{ACTIVITY.attempts}</Subheading>
        {attempts.length === 0 && <Text as="p">{ACTIVITY.noAttempts}</Text>}
        {attempts.map((attempt) => (
          <AttemptEntry key={attempt.number} attempt={attempt} />
        ))}
      </BlockStack>
      {lookups.length > 0 && (
        <BlockStack gap="200">
          <Subheading>{ACTIVITY.lookups}</Subheading>
          {lookups.map((lookup) => (
            <LookupEntry key={lookup.id} lookup={lookup} />
          ))}
        </BlockStack>
      )}
      {shopifyWrites.length > 0 && (
        <BlockStack gap="200">
          <Subheading>{ACTIVITY.shopifyWrites}</Subheading>
          {shopifyWrites.map(({ id, ...write }) => (
            <Text as="p" key={id} breakWord>
              {shopifyWriteMessage(write)}{" "}
              <Subdued>
                <DateTime at={write.startedAt} />
              </Subdued>
            </Text>
          ))}
        </BlockStack>
      )}
    </BlockStack>
  );
}

function AttemptEntry({ attempt }: { attempt: AttemptView }) {
  const { number, startedAt, providerMessage, files } = attempt;
  return (
    <BlockStack gap="100">
      <Text as="p">
        {number}. {attemptMessage(attempt)}{" "}
        <Subdued>
          <DateTime at={startedAt} />
        </Subdued>
      </Text>
      {providerMessage !== null && (
        <Box paddingInlineStart="400">
          <ProviderMessages messages={[providerMessage]} />
        </Box>
      )}
      {files.map((file) => (
        <Box key={`${file.position} ${file.side}`} paddingInlineStart="400">
          <Text as="p" tone="subdued" breakWord>
            {fileMessage(file)}
          </Text>
        </Box>
      ))}
    </BlockStack>
  );
}

function LookupEntry({ lookup }: { lookup: LookupView }) {
  return (
    <Text as="p" breakWord>
      {lookupMessage(lookup)}{" "}
      <Subdued>
        <DateTime at={lookup.at} />
      </Subdued>
    </Text>
  );
}

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

const ACTIVITY = {
  attempts: "Attempts to send",
  noAttempts: "None yet.",
  lookups: "Checks with the print service",
  shopifyWrites: "Written to Shopify",
};

const OUTCOME_MESSAGES: Readonly<Record<AttemptOutcome, string>> = {
  accepted: "Accepted by the print service.",
  rejected: "Rejected by the print service.",
  not_processed: "Not processed by the print service.",
  uncertain: "Unclear whether the order arrived.",
  lost: "The connection was interrupted.",
};

/** The proof of which file was at an artwork link when it was sent. */
const fileMessage = ({ position, side, bytes, sha256 }: SentFile): string =>
  `Item ${position + 1}, ${side} artwork: ${formatNumber(bytes)} bytes, SHA-256 ${sha256}`;

/** `Accepted by the print service. (HTTP 200, 0.8 s)` */
export function attemptMessage({
  outcome,
  httpStatus,
  ...call
}: Pick<AttemptView, "outcome" | "httpStatus" | "startedAt" | "endedAt">): string {
  if (outcome === null) return "Sending.";
  return withFacts(OUTCOME_MESSAGES[outcome], [httpStatus === null ? null : `HTTP ${httpStatus}`, durationOf(call)]);
}

const WRITE_LABELS: Readonly<Record<ShopifyWriteKind, string>> = {
  create: "Fulfillment with tracking number",
  tracking_update: "Tracking number",
  link_update: "Tracking link of",
};
const WRITE_OUTCOMES: Readonly<Record<ShopifyWriteOutcome, string>> = {
  claimed: "under way",
  done: "done",
  rejected: "Shopify rejected the request",
  not_processed: "not processed by Shopify",
  uncertain: "Shopify gave no usable response",
};

/** `Fulfillment with tracking number TRACK1: done. (0.4 s)` */
export const shopifyWriteMessage = ({ kind, outcome, trackingNumber, ...call }: Omit<ShopifyWriteView, "id">): string =>
  withFacts(`${WRITE_LABELS[kind]} ${trackingNumber}: ${WRITE_OUTCOMES[outcome]}.`, [durationOf(call)]);

function withFacts(sentence: string, facts: readonly (string | null)[]): string {
  const known = facts.filter((fact) => fact !== null);
  return known.length > 0 ? `${sentence} (${known.join(", ")})` : sentence;
}

function durationOf({ startedAt, endedAt }: { startedAt: string; endedAt: string | null }): string | null {
  if (endedAt === null) return null;
  const seconds = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
  return `${seconds.toFixed(1)} s`;
}

const LOOKUP_LABELS: Readonly<Record<LookupView["kind"], string>> = {
  detail: "Search by reference",
  list_scan: "Search of the full list",
};

/** A lookup and its result, e.g. `Search by reference: not found.` */
export function lookupMessage({ kind, result, laterOrders, failure }: LookupView): string {
  const label = LOOKUP_LABELS[kind];
  if (failure) return `${label}: ${failureMessage(failure)}.`;
  if (result === "found") return `${label}: found.`;
  return laterOrders.length === 0
    ? `${label}: not found.`
    : `${label}: not found, but ${laterOrdersText(laterOrders)}.`;
}

function laterOrdersText(references: readonly string[]): string {
  const [first] = references;
  const more = references.length - 1;
  return more > 0
    ? `${first} and ${pluralize(more, "other newer order")} of yours were there`
    : `your newer order ${first} was there`;
}

const NO_RESPONSE = "the print service gave no usable response";

const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  UnavailableError: NO_RESPONSE,
  UncertainError: NO_RESPONSE,
  RejectedError: "the print service rejected the request",
  UnauthorizedError: "the print service rejected your login",
  date_filter_ignored: "the print service ignored the requested dates, so its list proves nothing",
};

/** Why a lookup failed, as a part of a sentence. */
function failureMessage({ error, httpStatus }: LookupFailure): string {
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
