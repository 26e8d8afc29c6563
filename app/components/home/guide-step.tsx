import { BlockStack, Box, Button, Collapsible, Icon, InlineStack, Text } from "@shopify/polaris";
import type { GuideStep } from "../../home/setup-guide.ts";
import { STEP_COPY } from "./guide-copy.ts";
import { DoneIcon, ToDoIcon } from "./icons.tsx";

interface Props {
  step: GuideStep;
  done: boolean;
  open: boolean;
  onToggle(): void;
}

/** One step of the guide: whether it is done, and, opened, what it is about and the way there. */
export function GuideStepRow({ step, done, open, onToggle }: Props) {
  const { title, text, action } = STEP_COPY[step];
  const id = `guide-step-${step}`;
  return (
    <Box background={open ? "bg-surface-secondary" : undefined} borderRadius="200" padding="100">
      <InlineStack wrap={false} blockAlign="center">
        <span>
          <Icon source={done ? DoneIcon : ToDoIcon} tone={done ? "success" : "subdued"} />
        </span>
        <Text as="h3" variant="bodyMd">
          <Button
            variant="tertiary"
            textAlign="left"
            ariaExpanded={open}
            ariaControls={id}
            accessibilityLabel={`${title}: ${done ? "done" : "to do"}`}
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
