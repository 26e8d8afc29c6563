import { BlockStack, Box, Button, Collapsible, Icon, InlineStack, Text } from "@shopify/polaris";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import type { SVGProps } from "react";
import type { GuideStep } from "../../home/setup-guide.ts";
import { COPY, STEP_COPY } from "./copy.ts";

/** One step of the guide; the open step shows its text and its link. */
export function GuideStepRow(props: { step: GuideStep; done: boolean; open: boolean; onToggle(): void }) {
  const { step, done, open, onToggle } = props;
  const { title, text, action } = STEP_COPY[step];
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
            <Text as="p">{text}</Text>
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
