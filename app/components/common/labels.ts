import type { BadgeProps } from "@shopify/polaris";
import { urgency, type AttentionCode, type Urgency } from "../../orders/core/attention.ts";
import type { SubmissionState } from "../../orders/core/states.ts";

/** A badge and its text. */
export type LabelCopy = { label: string } & Pick<BadgeProps, "tone" | "progress">;

/** The badge of each state of a submission. */
export const STATE_LABELS: Readonly<Record<SubmissionState, LabelCopy>> = {
  waiting: { label: "Waiting", tone: "attention", progress: "incomplete" },
  ready: { label: "Ready to send", tone: "info", progress: "incomplete" },
  submitting: { label: "Sending", tone: "info", progress: "incomplete" },
  submitted: { label: "Sent to print", tone: "info", progress: "partiallyComplete" },
  rejected: { label: "Rejected", tone: "critical", progress: "incomplete" },
  uncertain: { label: "Unconfirmed", tone: "warning", progress: "incomplete" },
  in_production: { label: "In production", tone: "info", progress: "partiallyComplete" },
  shipped: { label: "Shipped", tone: "success", progress: "partiallyComplete" },
  fulfilled: { label: "Fulfilled", tone: undefined, progress: "complete" },
  cancelled: { label: "Canceled", tone: undefined, progress: "complete" },
};

const URGENCY_TONES: Readonly<Record<Urgency, BadgeProps["tone"]>> = {
  alarm: "critical",
  blocked: "warning",
  decision: "attention",
  automatic: undefined,
};

/** The tone of a reason's badge. Its label has the same meaning, so color is never the only sign. */
export const attentionTone = (code: AttentionCode): BadgeProps["tone"] => URGENCY_TONES[urgency(code)];
