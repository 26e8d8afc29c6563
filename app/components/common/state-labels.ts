import type { BadgeProps } from "@shopify/polaris";
import type { SubmissionState } from "../../orders/core/states.ts";

export interface StateLabel {
  label: string;
  tone: BadgeProps["tone"];
  progress: BadgeProps["progress"];
}

/** The badge of each state of a submission. */
export const STATE_LABELS: Readonly<Record<SubmissionState, StateLabel>> = {
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
