import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  Collapsible,
  Icon,
  InlineStack,
  ProgressBar,
  Text,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import { useState, type SVGProps } from "react";
import { GUIDE_STEPS, countDone, isComplete, type GuideProgress, type GuideStep } from "../../home/guide-steps.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { useShop } from "../common/shop-context.tsx";
import { useJsonFetcher } from "../common/json-requests.ts";
import { COPY, PRACTICE_STEP_TEXTS, STEP_COPY } from "./copy.ts";

/** The setup guide: the progress, and a link for each step. */
export function GuideCard({ progress }: { progress: GuideProgress }) {
  const text = COPY.guide;
  const complete = isComplete(progress);
  const [open, setOpen] = useState(!complete);
  const [shown, setShown] = useState<GuideStep | undefined>(GUIDE_STEPS.find((step) => !progress[step]));
  const bridge = useAppBridge();
  const dismissal = useJsonFetcher<{ outcome: string }>(({ outcome }) => {
    if (outcome === "failed") bridge.toast.show(COMMON.requestFailed.title, { isError: true });
  }, "/app?index");
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
              <Button loading={dismissal.busy} onClick={() => dismissal.send({})}>
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
        {/* The dry run before the first order may be left out: "6 of 7" beside "complete" would contradict. */}
        {!complete && (
          <InlineStack gap="300" blockAlign="center" wrap={false}>
            <Box minWidth="max-content">
              <Text as="span" tone="subdued" id="guide-progress">
                {text.progress(done, GUIDE_STEPS.length)}
              </Text>
            </Box>
            <ProgressBar
              progress={Math.round((done / GUIDE_STEPS.length) * 100)}
              size="small"
              tone="primary"
              animated={false}
              ariaLabelledBy="guide-progress"
            />
          </InlineStack>
        )}
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

/** One step of the guide; the open step shows its text and its link. */
function GuideStepRow(props: { step: GuideStep; done: boolean; open: boolean; onToggle(): void }) {
  const { step, done, open, onToggle } = props;
  const { title, text, action } = STEP_COPY[step];
  const practiceText = useShop().practice ? PRACTICE_STEP_TEXTS[step] : undefined;
  const id = `guide-step-${step}`;
  return (
    <Box background={open ? "bg-surface-secondary" : undefined} borderRadius="200" padding="100">
      <InlineStack wrap={false} blockAlign="center">
        <span>
          <Icon source={done ? CheckCircleIcon : ToDoIcon} tone={done ? "success" : "subdued"} />
        </span>
        <Text as="h3" variant="bodyMd">
          <Button
            variant="tertiary"
            textAlign="left"
            ariaExpanded={open}
            ariaControls={id}
            accessibilityLabel={COPY.guide.stepLabel(title, done)}
            onClick={onToggle}
          >
            {title}
          </Button>
        </Text>
      </InlineStack>
      <Collapsible open={open} id={id}>
        <Box paddingInlineStart="800" paddingInlineEnd="300" paddingBlockEnd="200">
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p">{practiceText ?? text}</Text>
            <Button variant={done ? "secondary" : "primary"} url={action.url}>
              {action.content}
            </Button>
          </BlockStack>
        </Box>
      </Collapsible>
    </Box>
  );
}

/** The dashed circle of Shopify's own setup guide; polaris-icons has none. */
function ToDoIcon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 20 20" {...props}>
      <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.9 2.9" />
    </svg>
  );
}
