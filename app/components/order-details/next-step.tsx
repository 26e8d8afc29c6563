import { BlockStack, Text } from "@shopify/polaris";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { When } from "../common/date-time.tsx";
import { dueWords } from "./due-words.ts";
import { REPLACED, STATE_SAYS } from "./submission-words.ts";
import { useNow } from "./use-now.ts";

/** What happens with a submission, and when. `now`: the server's present, ISO 8601. */
export function Due({ submission, now }: { submission: SubmissionView; now: string }) {
  const { due, state, replaced } = submission;
  const present = useNow(now);
  const words = due && dueWords(due, present);
  const left = due !== null && new Date(due.at) > present;
  if (replaced) {
    return <Text as="p">{REPLACED}</Text>;
  }
  const inWindow = due?.what === "edit_window" && words !== null;
  return (
    <BlockStack gap="100">
      {!inWindow && <Text as="p">{STATE_SAYS[state]}</Text>}
      {due && words !== null && (
        <Text as="p" fontWeight={inWindow ? "semibold" : undefined}>
          {words}
          {left && (
            <>
              , at <When at={due.at} />
            </>
          )}
          .
        </Text>
      )}
      {inWindow && (
        <Text as="p" tone="subdued">
          Until then, changes of the order in Shopify are taken in.
        </Text>
      )}
    </BlockStack>
  );
}
