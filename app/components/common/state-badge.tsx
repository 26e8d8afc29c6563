import { Badge } from "@shopify/polaris";
import type { State } from "../../orders/transitions.ts";
import { STATE_WORDS } from "./states.ts";

/** The state of a submission. */
export function StateBadge({ state }: { state: State }) {
  const { label, tone, progress } = STATE_WORDS[state];
  return (
    <Badge tone={tone} progress={progress}>
      {label}
    </Badge>
  );
}
