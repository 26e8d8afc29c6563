import { BlockStack, Box, Link, Text } from "@shopify/polaris";
import type { AttemptOutcome, ShopifyWriteKind, ShopifyWriteOutcome } from "../../../prisma/client/client.ts";
import type { SentFile } from "../../orders/core/sent-content.ts";
import type {
  AttemptView,
  LookupView,
  ShopifyWriteView,
  SubmissionView,
} from "../../orders/pages/details/submission-view.ts";
import type { UpdateView } from "../../orders/pages/details/order-details.ts";
import { sideName } from "../../ports/order-model.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatNumber, pluralize } from "../common/format.ts";
import { Subdued, Subheading } from "../common/text.tsx";
import { SOURCE_LABELS, topicLabel } from "../common/webhook-labels.ts";
import { failureMessage, ProviderMessages } from "./uncertainty.tsx";

interface AttemptsAndLookupsProps {
  submission: SubmissionView;
  updates?: UpdateView[];
}

/**
 * Every call about a submission: attempts to send, lookups at the print service, and what was written to Shopify. Then the webhooks
 * about its order.
 */
export function AttemptsAndLookups({ submission, updates = [] }: AttemptsAndLookupsProps) {
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
      {updates.length > 0 && (
        <BlockStack gap="200">
          <Subheading>{ACTIVITY.updates}</Subheading>
          {updates.map((update) => (
            <Text as="p" key={update.id} breakWord>
              {updateMessage(update)}{" "}
              <Subdued>
                <DateTime at={update.receivedAt} />
              </Subdued>
            </Text>
          ))}
          {updates.some(({ state }) => state === "dead_letter") && (
            <Link url="/app/failed-webhooks">{ACTIVITY.viewFailed}</Link>
          )}
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

const ACTIVITY = {
  attempts: "Attempts to send",
  noAttempts: "None yet.",
  lookups: "Checks with the print service",
  shopifyWrites: "Written to Shopify",
  updates: "Updates received",
  viewFailed: "View failed updates",
};

const UPDATE_STATES: Readonly<Record<UpdateView["state"], string>> = {
  waiting: "waiting",
  done: "processed",
  ignored: "nothing to do",
  dead_letter: "failed",
};

/** `Shopify: New order, processed.` */
const updateMessage = ({ source, topic, state }: UpdateView): string =>
  `${SOURCE_LABELS[source]}: ${topicLabel(topic)}, ${UPDATE_STATES[state]}.`;

const OUTCOME_MESSAGES: Readonly<Record<AttemptOutcome, string>> = {
  accepted: "Accepted by the print service.",
  rejected: "Rejected by the print service.",
  not_processed: "Not processed by the print service.",
  uncertain: "Unclear whether the order arrived.",
  lost: "The connection was interrupted.",
};

/** The proof of which file was at an artwork link when it was sent. */
const fileMessage = ({ position, side, bytes, sha256 }: SentFile): string =>
  `Item ${position + 1}, ${sideName(side).toLowerCase()} artwork: ${formatNumber(bytes)} bytes, checksum ${sha256}`;

/** `Accepted by the print service. (HTTP 200, 0.8 s)` */
function attemptMessage({
  outcome,
  httpStatus,
  ...call
}: Pick<AttemptView, "outcome" | "httpStatus" | "startedAt" | "endedAt">): string {
  if (outcome === null) return "Sending.";
  return withDetails(OUTCOME_MESSAGES[outcome], [httpStatus === null ? null : `HTTP ${httpStatus}`, durationOf(call)]);
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
const shopifyWriteMessage = ({ kind, outcome, trackingNumber, ...call }: Omit<ShopifyWriteView, "id">): string =>
  withDetails(`${WRITE_LABELS[kind]} ${trackingNumber}: ${WRITE_OUTCOMES[outcome]}.`, [durationOf(call)]);

function withDetails(sentence: string, details: readonly (string | null)[]): string {
  const known = details.filter((one) => one !== null);
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
