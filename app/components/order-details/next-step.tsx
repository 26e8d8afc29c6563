import { BlockStack, Text } from "@shopify/polaris";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { dueText } from "./due-words.ts";
import { REPLACED_MESSAGE, STATE_MESSAGES } from "./submission-words.ts";
import { useNow } from "./use-now.ts";

/** What happens with a submission, and when. `now`: the server's present, ISO 8601. */
export function NextStep({ submission, now }: { submission: SubmissionView; now: string }) {
  const { due, state, replaced } = submission;
  const currentTime = useNow(now);
  const text = due && dueText(due, currentTime);
  const isAhead = due !== null && new Date(due.at) > currentTime;
  if (replaced) {
    return <Text as="p">{REPLACED_MESSAGE}</Text>;
  }
  const inEditWindow = due?.what === "edit_window" && text !== null;
  return (
    <BlockStack gap="100">
      {!inEditWindow && <Text as="p">{STATE_MESSAGES[state]}</Text>}
      {due && text !== null && (
        <Text as="p" fontWeight={inEditWindow ? "semibold" : undefined}>
          {text}
          {isAhead && (
            <>
              , at <DateTime at={due.at} />
            </>
          )}
          .
        </Text>
      )}
      {inEditWindow && (
        <Text as="p" tone="subdued">
          Until then, changes of the order in Shopify are taken in.
        </Text>
      )}
    </BlockStack>
  );
}
