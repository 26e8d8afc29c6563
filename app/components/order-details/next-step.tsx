import { BlockStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { dueText, IN_EDIT_WINDOW_MESSAGE, REPLACED_MESSAGE, standingMessage } from "./copy.ts";
import { formatMoment } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
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
  const { due, state, replaced } = submission;
  const { timezone } = useShop();
  const currentTime = useNow(now);
  const text = due && dueText(due, currentTime);
  const isAhead = due !== null && new Date(due.at) > currentTime;
  if (replaced) {
    return <Text as="p">{REPLACED_MESSAGE}</Text>;
  }
  if (STATES_IN_TIMELINE.includes(state)) return null;
  const goesToPrint = (due?.what === "edit_window" || due?.what === "sending_time") && text !== null;
  const moment = (iso: string) => formatMoment(iso, timezone, currentTime);
  return (
    <BlockStack gap="100">
      {!goesToPrint && (
        // A browser may write a zone's name otherwise than the server.
        <p suppressHydrationWarning>{standingMessage(submission, reasons, orderCancelled, moment)}</p>
      )}
      {due && text !== null && (
        <Text as="p" fontWeight={goesToPrint ? "semibold" : undefined}>
          {text}
          {isAhead &&
            (due.what === "sending_time" ? (
              <span suppressHydrationWarning>{`, ${moment(due.at)}`}</span>
            ) : (
              <>
                , on <DateTime at={due.at} />
              </>
            ))}
          .
        </Text>
      )}
      {goesToPrint && <Note>{IN_EDIT_WINDOW_MESSAGE}</Note>}
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
