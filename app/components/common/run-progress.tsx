import { BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";

interface ProgressProps {
  done: number;
  total: number;
  /** What is counted. */
  label: string;
}

/** How far a run of the workers is, beside a text that says so: the label is for those who do not see the bar. */
export function RunProgress({ label, ...counted }: ProgressProps) {
  const id = useId();
  return (
    <>
      <Bar {...counted} labelId={id} tone="primary" />
      <span id={id} hidden>
        {label}
      </span>
    </>
  );
}

/** How far something is that the page waits for, with its label below, which is read aloud when it changes. */
export function StatusProgress({ label, ...counted }: ProgressProps) {
  const id = useId();
  return (
    <div role="status">
      <BlockStack gap="200">
        <Bar {...counted} labelId={id} />
        <Text as="p" id={id} breakWord>
          {label}
        </Text>
      </BlockStack>
    </div>
  );
}

function Bar({ done, total, labelId, tone }: Omit<ProgressProps, "label"> & { labelId: string; tone?: "primary" }) {
  return (
    <ProgressBar progress={total === 0 ? 0 : (done / total) * 100} size="small" tone={tone} ariaLabelledBy={labelId} />
  );
}
