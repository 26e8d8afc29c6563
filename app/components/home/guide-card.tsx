import { useFetcher } from "@remix-run/react";
import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  Collapsible,
  InlineStack,
  ProgressBar,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import { GUIDE_STEPS, countDone, isComplete, type GuideProgress, type GuideStep } from "../../home/setup-guide.ts";
import { GuideStepRow } from "./guide-step.tsx";

/** The set-up guide: what is done by the facts, what comes next, and where. */
export function GuideCard({ progress }: { progress: GuideProgress }) {
  const complete = isComplete(progress);
  const [open, setOpen] = useState(!complete);
  const [shown, setShown] = useState<GuideStep | undefined>(GUIDE_STEPS.find((step) => !progress[step]));
  const dismissal = useFetcher();
  const done = countDone(progress);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd" id="guide-title">
            {complete ? "You are all set" : "Set-up guide"}
          </Text>
          <ButtonGroup>
            {complete && (
              <Button
                loading={dismissal.state !== "idle"}
                onClick={() => dismissal.submit({}, { method: "POST", action: "/app?index" })}
              >
                Dismiss
              </Button>
            )}
            <Button
              variant="tertiary"
              disclosure={open ? "up" : "down"}
              ariaExpanded={open}
              ariaControls="guide-steps"
              onClick={() => setOpen(!open)}
            >
              {open ? "Hide steps" : "Show steps"}
            </Button>
          </ButtonGroup>
        </InlineStack>
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <Box minWidth="max-content">
            <Text as="span" tone="subdued" id="guide-progress">
              {done} of {GUIDE_STEPS.length} done
            </Text>
          </Box>
          <ProgressBar
            progress={(done / GUIDE_STEPS.length) * 100}
            size="small"
            tone="primary"
            animated={false}
            ariaLabelledBy="guide-progress"
          />
        </InlineStack>
        <Collapsible open={open} id="guide-steps">
          <BlockStack gap="100">
            {GUIDE_STEPS.map((step) => (
              <GuideStepRow
                key={step}
                step={step}
                done={progress[step]}
                open={shown === step}
                onToggle={() => setShown(shown === step ? undefined : step)}
              />
            ))}
          </BlockStack>
        </Collapsible>
      </BlockStack>
    </Card>
  );
}
