import { BlockStack, Box, Text } from "@shopify/polaris";
import type { AttemptView, LookupView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { REASON_BANNER } from "./copy.ts";
import { ACTIVITY, fileMessage, lookupMessage, outcomeMessage } from "./uncertainty-copy.ts";
import { Subdued, Subheading } from "../common/text.tsx";

/** Every attempt to send a submission and every lookup at the print service: the facts for a decision. */
export function AttemptsAndLookups({ submission }: { submission: SubmissionView }) {
  const { attempts, lookups } = submission;
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
    </BlockStack>
  );
}

function AttemptEntry({ attempt }: { attempt: AttemptView }) {
  const { number, startedAt, outcome, httpStatus, providerMessage, files } = attempt;
  return (
    <BlockStack gap="100">
      <Text as="p">
        {number}. {outcomeMessage(outcome)}
        {httpStatus === null || outcome === "accepted" ? " " : ` (HTTP ${httpStatus}) `}
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
