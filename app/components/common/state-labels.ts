import type { BadgeProps } from "@shopify/polaris";
import type { SubmissionState } from "../../orders/core/states.ts";

export interface StateLabel {
  label: string;
  tone: BadgeProps["tone"];
  progress: BadgeProps["progress"];
}

/** How the states of a submission are shown. */
export const STATE_LABELS: Readonly<Record<SubmissionState, StateLabel>> = {
  waiting: { label: "Waiting", tone: "attention", progress: "incomplete" },
  ready: { label: "Ready to send", tone: "info", progress: "incomplete" },
  submitting: { label: "Sending", tone: "info", progress: "incomplete" },
  submitted: { label: "Sent to print", tone: "info", progress: "partiallyComplete" },
  rejected: { label: "Refused", tone: "critical", progress: "incomplete" },
  uncertain: { label: "Unclear", tone: "warning", progress: "incomplete" },
  in_production: { label: "In production", tone: "info", progress: "partiallyComplete" },
  shipped: { label: "Shipped", tone: "success", progress: "partiallyComplete" },
  fulfilled: { label: "Fulfilled", tone: undefined, progress: "complete" },
  cancelled: { label: "Cancelled", tone: undefined, progress: "complete" },
};
