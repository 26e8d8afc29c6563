import { BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";

interface RunProgressProps {
  done: number;
  total: number;
  /** What is counted. Read aloud when it changes. */
  label: string;
  /** A text beside says so: the label is for those who do not see the bar. */
  labelHidden?: boolean;
}

/** How far a long run is, or something else that the page waits for. */
export function RunProgress({ done, total, label, labelHidden = false }: RunProgressProps) {
  const id = useId();
  const tone = labelHidden ? "primary" : undefined;
  const percent = total === 0 ? 0 : (done / total) * 100;
  const bar = <ProgressBar progress={percent} size="small" tone={tone} ariaLabelledBy={id} />;
  if (labelHidden)
    return (
      <>
        {bar}
        <span id={id} hidden>
          {label}
        </span>
      </>
    );
  return (
    <div role="status">
      <BlockStack gap="200">
        {bar}
        <Text as="p" id={id} breakWord>
          {label}
        </Text>
      </BlockStack>
    </div>
  );
}
