import type { BadgeProps } from "@shopify/polaris";
import { stateLabel as stateLabelOf, attentionTone } from "../components/common/labels.ts";
import { ATTENTION, type AttentionCode } from "../orders/core/attention.ts";
import type { SubmissionState } from "../orders/core/states.ts";
import type { Label, Tone } from "./responses.ts";

/** The pages' badge tones as `<s-badge>` names them. */
const TONES: Partial<Record<NonNullable<BadgeProps["tone"]>, Tone>> = {
  info: "info",
  success: "success",
  attention: "caution",
  warning: "warning",
  critical: "critical",
};

export const badge = (label: string, tone: BadgeProps["tone"]): Label => ({
  label,
  tone: (tone && TONES[tone]) ?? "neutral",
});

export function stateLabel(state: SubmissionState, reasons: readonly AttentionCode[]): Label {
  const { label, tone } = stateLabelOf(state, reasons);
  return badge(label, tone);
}

export const reasonLabel = (code: AttentionCode): Label => badge(ATTENTION[code].label, attentionTone(code));
