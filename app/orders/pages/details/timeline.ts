import type { Actor, History } from "@prisma/client";
import { ATTENTION, ATTENTION_CODES, type AttentionCode } from "../../core/attention.ts";
import { APPROVALS } from "../../core/attention-registry.ts";
import type { HistoryCode } from "../../core/history.ts";
import type { SubmissionState } from "../../core/states.ts";
import type { StoredOrder, StoredSubmission } from "./stored-order.ts";

/** The way of a submission, in the sequence in which it goes. `ended`: canceled or replaced, so nothing follows. */
export const MILESTONES = ["received", "sent", "in_production", "shipped", "fulfilled"] as const;
export type Milestone = (typeof MILESTONES)[number] | "ended";

/** One step on the way of a submission: when it was taken, by whom and why. */
export interface MilestoneView {
  step: Milestone;
  /** `skipped`: a later step is done, and nobody reported this one. */
  progress: "done" | "next" | "ahead" | "skipped";
  /** UTC, ISO 8601; null where it is not done, or its time is not known. */
  at: string | null;
  /** Who took it; null where it is not done. */
  actor: Actor | null;
  /** Holds that staff approved before it was sent. */
  approved: AttentionCode[];
  /** Staff had it sent before the edit window ended, or again. */
  sentByStaff: boolean;
}

/** The last step that each state has behind it. */
const REACHED: Readonly<Record<SubmissionState, (typeof MILESTONES)[number]>> = {
  waiting: "received",
  ready: "received",
  submitting: "received",
  rejected: "received",
  uncertain: "received",
  cancelled: "received",
  submitted: "sent",
  in_production: "in_production",
  shipped: "shipped",
  fulfilled: "fulfilled",
};

/** The events that take a submission to a step; the first one counts. */
const EVENTS: Partial<Record<Milestone, readonly HistoryCode[]>> = {
  sent: ["submission.accepted", "submission.seen_at_provider", "submission.orphan_adopted"],
  in_production: ["submission.in_production"],
  shipped: ["submission.shipped"],
  fulfilled: ["submission.fulfilled"],
};

type Step = Pick<MilestoneView, "step" | "progress"> & Partial<MilestoneView>;

const newStep = (step: Step): MilestoneView => ({ at: null, actor: null, approved: [], sentByStaff: false, ...step });

/** The steps of a submission that are done and those that are still to come. */
export function timelineOf(order: StoredOrder, row: StoredSubmission): MilestoneView[] {
  const ended = row.state === "cancelled" || row.replacedAt !== null;
  const reached = MILESTONES.indexOf(REACHED[row.state]);
  const history = order.history.filter((entry) => entry.submissionId === row.id).toReversed();
  const steps = MILESTONES.map((step, at): MilestoneView => {
    if (at > reached) return newStep({ step, progress: at === reached + 1 ? "next" : "ahead" });
    return doneStep(step, order, row, history);
  });
  if (!ended) return steps;
  return [...steps.filter(({ progress }) => progress === "done" || progress === "skipped"), endOf(row, history)];
}

function doneStep(
  step: (typeof MILESTONES)[number],
  order: StoredOrder,
  row: StoredSubmission,
  history: readonly History[],
): MilestoneView {
  if (step === "received") {
    const isFirst = row.kind === "first";
    const actor = isFirst ? "shopify" : row.kind === "supplement" ? "system" : "person";
    const at = isFirst ? order.receivedAt : row.createdAt;
    return newStep({ step, progress: "done", at: at.toISOString(), actor });
  }
  const entry = history.find(({ code }) => EVENTS[step]?.includes(code));
  const time = entry?.at ?? timeOf(step, row);
  if (!time) return newStep({ step, progress: "skipped" });
  const approved = step === "sent" ? approvedBefore(history, time) : [];
  const sentByStaff = step === "sent" && row.windowWaived;
  const actor = approved.length > 0 || sentByStaff ? "person" : (entry?.actor ?? "system");
  return newStep({ step, progress: "done", at: time.toISOString(), actor, approved, sentByStaff });
}

/** What a row itself says where its history is cut or says nothing. */
function timeOf(step: Milestone, row: StoredSubmission): Date | null {
  if (step === "sent") return row.submittedAt;
  if (step === "shipped") return row.parcels[0]?.firstSeenAt ?? null;
  return null;
}

function approvedBefore(history: readonly History[], sentAt: Date): AttentionCode[] {
  const codes = history
    .filter(({ code, actor, at }) => code === "attention.cleared" && actor === "person" && at <= sentAt)
    .map(({ data }) => (data as Record<string, unknown>)["code"]);
  return ATTENTION_CODES.filter((code) => codes.includes(code) && isApprovable(code));
}

const isApprovable = (code: AttentionCode): boolean =>
  ATTENTION[code].actions?.some((action) => (APPROVALS as readonly string[]).includes(action)) ?? false;

function endOf(row: StoredSubmission, history: readonly History[]): MilestoneView {
  const cancel = history.findLast(({ code }) => code === "submission.cancel");
  const at = row.replacedAt ?? cancel?.at;
  const actor = row.replacedAt ? "person" : (cancel?.actor ?? "system");
  return newStep({ step: "ended", progress: "done", at: at?.toISOString() ?? null, actor });
}
