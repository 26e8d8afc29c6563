import { Badge } from "@shopify/polaris";
import type { SubmissionState } from "../../orders/core/states.ts";
import { STATE_LABELS } from "./state-labels.ts";

/** The state of a submission. */
export function StateBadge({ state }: { state: SubmissionState }) {
  const { label, tone, progress } = STATE_LABELS[state];
  return (
    <Badge tone={tone} progress={progress}>
      {label}
    </Badge>
  );
}
