import { ATTENTION } from "../../orders/core/attention.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Milestone, MilestoneView } from "../../orders/pages/details/timeline.ts";

export const TIMELINE = {
  title: "Progress",
  progress: { done: "Done", skipped: "Not reported", next: "Next", ahead: "Not started" },
};

const LABELS: Readonly<Record<Milestone, string>> = {
  received: "Received",
  sent: "Sent to print",
  in_production: "In production",
  shipped: "Shipped",
  fulfilled: "Fulfilled in Shopify",
  ended: "Canceled",
};

type Submission = Pick<SubmissionView, "kind" | "replaced">;

/** The name of a step. */
export function milestoneLabel({ step }: MilestoneView, { kind, replaced }: Submission): string {
  if (step === "ended" && replaced) return "Replaced";
  return step === "received" && kind !== "first" ? "Prepared" : LABELS[step];
}

const KIND_REASONS: Readonly<Record<SubmissionView["kind"], string>> = {
  first: "",
  supplement: "Items were added in Shopify after the order was sent.",
  replacement: "Staff requested a replacement.",
  reprint: "Staff requested a reprint.",
};

/** Why a step was taken, or what is known of it; "" where there is nothing to add. */
export function milestoneReason(milestone: MilestoneView, submission: Submission): string {
  const { step, progress, approved, sentByStaff } = milestone;
  if (progress === "skipped") return "The print service didn't report this step.";
  if (progress !== "done") return "";
  if (step === "received") return KIND_REASONS[submission.kind];
  if (approved.length > 0) return `Approved: ${approved.map((code) => ATTENTION[code].label).join(", ")}.`;
  return sentByStaff ? "Staff sent the order manually." : "";
}
