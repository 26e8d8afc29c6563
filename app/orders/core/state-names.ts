import type { SubmissionState } from "./states.ts";

/** The state of a submission in a merchant's words, on pages, in extensions and in exported files. */
export const STATE_NAMES: Readonly<Record<SubmissionState, string>> = {
  waiting: "Waiting",
  ready: "Ready to send",
  submitting: "Sending",
  submitted: "Sent to print",
  rejected: "Rejected",
  uncertain: "Unconfirmed",
  in_production: "In production",
  shipped: "Shipped",
  fulfilled: "Fulfilled",
  cancelled: "Canceled",
};
