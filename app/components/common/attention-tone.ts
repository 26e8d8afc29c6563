import type { BadgeProps } from "@shopify/polaris";
import { urgency, type AttentionCode, type Urgency } from "../../orders/core/attention.ts";

const URGENCY_TONES: Readonly<Record<Urgency, BadgeProps["tone"]>> = {
  alarm: "critical",
  blocked: "warning",
  decision: "attention",
  automatic: undefined,
};

/** How a reason's badge looks. Its label says the same: color is never alone. */
export const attentionTone = (code: AttentionCode): BadgeProps["tone"] => URGENCY_TONES[urgency(code)];
