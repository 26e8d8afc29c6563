import type { BadgeProps } from "@shopify/polaris";
import { ATTENTION_LABELS, URGENCY_TONE } from "../components/common/attention-labels.ts";
import { STATE_LABELS } from "../components/common/state-labels.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import type { SubmissionState } from "../orders/core/states.ts";
import { urgency } from "../orders/core/urgency.ts";
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

export const stateLabel = (state: SubmissionState): Label => badge(STATE_LABELS[state].label, STATE_LABELS[state].tone);

export const reasonLabel = (code: AttentionCode): Label => badge(ATTENTION_LABELS[code], URGENCY_TONE[urgency(code)]);
