import { BlockStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { dueText, IN_EDIT_WINDOW_MESSAGE, REPLACED_MESSAGE, stateMessage, WINDOW_OF_HELD } from "./copy.ts";
import { Note } from "../common/text.tsx";

/** States that the timeline explains. */
const STATES_IN_TIMELINE: readonly SubmissionView["state"][] = ["in_production", "fulfilled"];

interface NextStepProps {
  submission: SubmissionView;
  /** Its open reasons. */
  reasons: readonly AttentionCode[];
  /** The order is canceled in Shopify. */
  orderCancelled: boolean;
  /** The server's time, ISO 8601. */
  now: string;
}

/** A submission's status and what happens next. */
export function NextStep({ submission, reasons, orderCancelled, now }: NextStepProps) {
  const { due, state, replaced, windowEnds } = submission;
  const currentTime = useNow(now);
  const text = due && dueText(due, currentTime);
  const isAhead = due !== null && new Date(due.at) > currentTime;
  if (replaced) {
    return <Text as="p">{REPLACED_MESSAGE}</Text>;
  }
  if (STATES_IN_TIMELINE.includes(state)) return null;
  const inEditWindow = due?.what === "edit_window" && text !== null;
  return (
    <BlockStack gap="100">
      {!inEditWindow && (
        <Text as="p">
          {stateMessage(state, reasons, orderCancelled)}{" "}
          {windowEnds && new Date(windowEnds) > currentTime && (
            <>
              {WINDOW_OF_HELD} <DateTime at={windowEnds} />.
            </>
          )}
        </Text>
      )}
      {due && text !== null && (
        <Text as="p" fontWeight={inEditWindow ? "semibold" : undefined}>
          {text}
          {isAhead && (
            <>
              , on <DateTime at={due.at} />
            </>
          )}
          .
        </Text>
      )}
      {inEditWindow && <Note>{IN_EDIT_WINDOW_MESSAGE}</Note>}
    </BlockStack>
  );
}

/** The server's clock, ticking in the browser. `from`: the server's time, ISO 8601. */
function useNow(from: string): Date {
  const [now, setNow] = useState(() => new Date(from));
  useEffect(() => {
    const clockOffset = new Date(from).getTime() - Date.now();
    const tick = () => setNow(new Date(Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [from]);
  return now;
}
