import { BlockStack, Box, Icon, InlineStack, Text } from "@shopify/polaris";
import { CheckCircleIcon, ClockIcon, MinusCircleIcon, XCircleIcon } from "@shopify/polaris-icons";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { MilestoneView } from "../../orders/pages/details/timeline.ts";
import { DateTime } from "../common/date-time.tsx";
import { SmallNote } from "../common/text.tsx";
import { actorLabel } from "./history-copy.ts";
import { milestoneLabel, milestoneReason, TIMELINE } from "./timeline-copy.ts";

/** The way of a submission from Shopify to the customer: which steps are done, when, by whom and why. */
export function Timeline({ submission }: { submission: SubmissionView }) {
  const { timeline } = submission;
  return (
    <ol aria-label={TIMELINE.title} style={{ listStyle: "none", margin: 0, padding: 0 }}>
      {timeline.map((milestone, at) => (
        <li key={milestone.step}>
          <Step milestone={milestone} submission={submission} isLast={at === timeline.length - 1} />
        </li>
      ))}
    </ol>
  );
}

interface StepProps {
  milestone: MilestoneView;
  submission: SubmissionView;
  isLast: boolean;
}

function Step({ milestone, submission, isLast }: StepProps) {
  const { progress, at, actor, by } = milestone;
  const reason = milestoneReason(milestone, submission);
  const isAhead = progress === "ahead" || progress === "next";
  return (
    <InlineStack gap="300" wrap={false} blockAlign="stretch">
      <div style={{ display: "flex", flexDirection: "column", alignItems: "center" }}>
        <div>
          <Marker milestone={milestone} />
        </div>
        {!isLast && <div style={{ flex: 1, width: "1px", background: "var(--p-color-border)" }} />}
      </div>
      <Box paddingBlockEnd={isLast ? "0" : "300"}>
        <BlockStack>
          <Text as="p" fontWeight={isAhead ? undefined : "semibold"} tone={isAhead ? "subdued" : undefined}>
            {milestoneLabel(milestone, submission)}
          </Text>
          {reason !== "" && (
            <Text as="p" breakWord>
              {reason}
            </Text>
          )}
          {at !== null && (
            <SmallNote>
              <DateTime at={at} />
              {actor !== null && ` · ${actorLabel(actor, by)}`}
            </SmallNote>
          )}
        </BlockStack>
      </Box>
    </InlineStack>
  );
}

const ICONS = { done: CheckCircleIcon, skipped: CheckCircleIcon, next: ClockIcon, ahead: MinusCircleIcon } as const;
const TONES = { done: "success", skipped: "subdued", next: "info", ahead: "subdued" } as const;

function Marker({ milestone: { step, progress } }: { milestone: MilestoneView }) {
  if (step === "ended") return <Icon source={XCircleIcon} tone="subdued" accessibilityLabel={TIMELINE.progress.done} />;
  return <Icon source={ICONS[progress]} tone={TONES[progress]} accessibilityLabel={TIMELINE.progress[progress]} />;
}
