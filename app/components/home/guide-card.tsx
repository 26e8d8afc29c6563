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
import { COPY } from "./copy.ts";
import { GuideStepRow } from "./guide-step.tsx";

/** The setup guide: the progress, and a link for each step. */
export function GuideCard({ progress }: { progress: GuideProgress }) {
  const text = COPY.guide;
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
            {complete ? text.complete : text.title}
          </Text>
          <ButtonGroup>
            {complete && (
              <Button
                loading={dismissal.state !== "idle"}
                onClick={() => dismissal.submit({}, { method: "POST", action: "/app?index" })}
              >
                {text.dismiss}
              </Button>
            )}
            <Button
              variant="tertiary"
              disclosure={open ? "up" : "down"}
              ariaExpanded={open}
              ariaControls="guide-steps"
              onClick={() => setOpen(!open)}
            >
              {open ? text.hide : text.show}
            </Button>
          </ButtonGroup>
        </InlineStack>
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <Box minWidth="max-content">
            <Text as="span" tone="subdued" id="guide-progress">
              {text.progress(done, GUIDE_STEPS.length)}
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
