import type { BadgeProps } from "@shopify/polaris";
import type { ClaimState } from "../../../prisma/client/client.ts";
import { isHold, urgency, type AttentionCode, type Urgency } from "../../orders/core/attention.ts";
import { STATE_NAMES } from "../../orders/core/state-names.ts";
import type { SnoozeReason } from "../../../prisma/client/client.ts";
import type { SubmissionState } from "../../orders/core/states.ts";

/** A badge and its text. */
export type LabelCopy = { label: string } & Pick<BadgeProps, "tone" | "progress">;

/** The badge of each state of a submission. */
export const STATE_LABELS: Readonly<Record<SubmissionState, LabelCopy>> = {
  waiting: { label: STATE_NAMES.waiting, tone: "attention", progress: "incomplete" },
  ready: { label: STATE_NAMES.ready, tone: "info", progress: "incomplete" },
  submitting: { label: STATE_NAMES.submitting, tone: "info", progress: "incomplete" },
  submitted: { label: STATE_NAMES.submitted, tone: "info", progress: "partiallyComplete" },
  rejected: { label: STATE_NAMES.rejected, tone: "critical", progress: "incomplete" },
  uncertain: { label: STATE_NAMES.uncertain, tone: "warning", progress: "incomplete" },
  in_production: { label: STATE_NAMES.in_production, tone: "info", progress: "partiallyComplete" },
  shipped: { label: STATE_NAMES.shipped, tone: "success", progress: "partiallyComplete" },
  fulfilled: { label: STATE_NAMES.fulfilled, tone: undefined, progress: "complete" },
  cancelled: { label: STATE_NAMES.cancelled, tone: undefined, progress: "complete" },
};

/** Of the badge of a claim. */
export const CLAIM_STATE_TONES: Readonly<Record<ClaimState, BadgeProps["tone"]>> = {
  open: "attention",
  asked: "info",
  answered: "warning",
  done: undefined,
};

const ON_HOLD: LabelCopy = { label: "On hold", tone: "attention", progress: "incomplete" };
const ADDRESS_REJECTED: LabelCopy = { label: "Address rejected", tone: "critical", progress: "partiallyComplete" };

/**
 * The badge of a submission with these open reasons: what is held waits for somebody, an order whose address the print service rejects is not just sent, and what
 * shipped to an old address or was canceled is not well.
 */
export function stateLabel(state: SubmissionState, reasons: readonly AttentionCode[]): LabelCopy {
  if (state === "submitted" && reasons.includes("address_not_verified")) return ADDRESS_REJECTED;
  if (state === "waiting" && reasons.some(isHold)) return ON_HOLD;
  const isWrong = reasons.some((code) => urgency(code) === "alarm");
  return state === "shipped" && isWrong ? { ...STATE_LABELS.shipped, tone: "warning" } : STATE_LABELS[state];
}

const URGENCY_TONES: Readonly<Record<Urgency, BadgeProps["tone"]>> = {
  alarm: "critical",
  blocked: "warning",
  decision: "attention",
  automatic: undefined,
};

/** The tone of a reason's badge. Its label has the same meaning, so color is never the only sign. */
export const attentionTone = (code: AttentionCode): BadgeProps["tone"] => URGENCY_TONES[urgency(code)];

/** Why staff snoozes an order of the inbox. */
export const SNOOZE_REASON_LABELS: Readonly<Record<SnoozeReason, string>> = {
  customer: "Waiting for the customer",
  print_service: "Waiting for the print service",
  colleague: "Waiting for a colleague",
  payment: "Waiting for a payment",
  other: "Another reason",
};
