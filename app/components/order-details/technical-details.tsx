import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { SmallNote } from "../common/text.tsx";
import { useCopy } from "../common/use-copy.ts";
import { AttemptsAndLookups } from "./attempts-and-lookups.tsx";
import { SUBMISSION_CARD } from "./copy.ts";

/** What the two systems call a submission, and every exchange about it: for questions to support. */
export function TechnicalDetails({ submission }: { submission: SubmissionView }) {
  const { reference, replaces, serviceOrderId, storeName, providerUpdatedAt, checkedAt } = submission;
  const [copy, copied] = useCopy(reference);
  const facts = [
    serviceOrderId !== null && SUBMISSION_CARD.serviceOrderId(serviceOrderId),
    storeName !== null && storeName !== "" && SUBMISSION_CARD.storeName(storeName),
    providerUpdatedAt !== null && SUBMISSION_CARD.providerTime(providerUpdatedAt),
  ].filter((fact) => fact !== false);
  return (
    <BlockStack gap="400">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="p" breakWord>
            {SUBMISSION_CARD.reference(reference, replaces)}
          </Text>
          <Button variant="plain" accessibilityLabel={SUBMISSION_CARD.copyReference(reference)} onClick={copy}>
            {SUBMISSION_CARD.copy[copied]}
          </Button>
        </InlineStack>
        {facts.map((fact) => (
          <Text as="p" key={fact} breakWord>
            {fact}
          </Text>
        ))}
      </BlockStack>
      <AttemptsAndLookups submission={submission} />
      {checkedAt !== null && (
        <SmallNote>
          {SUBMISSION_CARD.lastChecked} <DateTime at={checkedAt} />
        </SmallNote>
      )}
    </BlockStack>
  );
}
