import { Badge } from "@shopify/polaris";
import type { State } from "../../orders/core/transitions.ts";
import { STATE_WORDS } from "./state-labels.ts";

/** The state of a submission. */
export function StateBadge({ state }: { state: State }) {
  const { label, tone, progress } = STATE_WORDS[state];
  return (
    <Badge tone={tone} progress={progress}>
      {label}
    </Badge>
  );
}
