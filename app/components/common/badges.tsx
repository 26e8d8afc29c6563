import { Badge } from "@shopify/polaris";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { SubmissionState } from "../../orders/core/states.ts";
import { attentionTone, STATE_LABELS } from "./labels.ts";

/** A reason for attention in a few words. */
export function AttentionBadge({ code }: { code: AttentionCode }) {
  return <Badge tone={attentionTone(code)}>{ATTENTION[code].label}</Badge>;
}

/** The state of a submission. */
export function StateBadge({ state }: { state: SubmissionState }) {
  const { label, ...badge } = STATE_LABELS[state];
  return <Badge {...badge}>{label}</Badge>;
}
