import { ProgressBar } from "@shopify/polaris";
import { useId } from "react";

interface RunProgressProps {
  done: number;
  total: number;
  /** What is counted, for those who do not see the bar. */
  label: string;
}

/** How far a run of the workers is. */
export function RunProgress({ done, total, label }: RunProgressProps) {
  const id = useId();
  return (
    <>
      <ProgressBar progress={total === 0 ? 0 : (done / total) * 100} size="small" tone="primary" ariaLabelledBy={id} />
      <span id={id} hidden>
        {label}
      </span>
    </>
  );
}
