import { BlockStack, Box, Text } from "@shopify/polaris";
import type { AttemptView, LookupView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { When } from "../common/date-time.tsx";
import { lookupWords } from "./look-words.ts";
import { outcomeWords } from "./submission-words.ts";
import { ServiceWords } from "./provider-messages.tsx";

/** Every attempt to send a submission, and every look for it at the print service: what a decision rests on. */
export function Evidence({ submission }: { submission: SubmissionView }) {
  const { attempts, lookups } = submission;
  return (
    <BlockStack gap="400">
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm">
          Attempts to send
        </Text>
        {attempts.length === 0 && <Text as="p">None yet.</Text>}
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </BlockStack>
      {lookups.length > 0 && (
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">
            Look-ups at the print service
          </Text>
          {lookups.map((look) => (
            <Look key={look.id} look={look} />
          ))}
        </BlockStack>
      )}
    </BlockStack>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const { number, startedAt, outcome, httpStatus, words } = attempt;
  return (
    <BlockStack gap="100">
      <Text as="p">
        {number}. {outcomeWords(outcome)}
        {httpStatus === null || outcome === "accepted" ? " " : ` (HTTP ${httpStatus}) `}
        <Text as="span" tone="subdued">
          <When at={startedAt} />
        </Text>
      </Text>
      {words !== null && (
        <Box paddingInlineStart="400">
          <ServiceWords words={[words]} />
        </Box>
      )}
    </BlockStack>
  );
}

function Look({ look }: { look: LookupView }) {
  return (
    <Text as="p" breakWord>
      {lookupWords(look)}{" "}
      <Text as="span" tone="subdued">
        <When at={look.at} />
      </Text>
    </Text>
  );
}
