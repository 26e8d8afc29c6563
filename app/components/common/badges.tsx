import { Badge } from "@shopify/polaris";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { SubmissionState } from "../../orders/core/states.ts";
import { attentionTone, stateLabel } from "./labels.ts";

/** A reason for attention in a few words. */
export function AttentionBadge({ code }: { code: AttentionCode }) {
  return <Badge tone={attentionTone(code)}>{ATTENTION[code].label}</Badge>;
}

/** The state of a submission, or the open reason that keeps it from going on. */
export function StateBadge({ state, reasons = [] }: { state: SubmissionState; reasons?: readonly AttentionCode[] }) {
  const { label, ...badge } = stateLabel(state, reasons);
  return <Badge {...badge}>{label}</Badge>;
}
