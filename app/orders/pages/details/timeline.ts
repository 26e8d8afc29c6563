import type { Actor, History } from "../../../../prisma/client/client.ts";
import { ATTENTION, ATTENTION_CODES, STOP_PRINTING, type AttentionCode } from "../../core/attention.ts";
import { APPROVALS } from "../../core/attention-registry.ts";
import type { HistoryCode } from "../../core/history.ts";
import { countsAsShipped, UNSHIPPED_STATES, type SubmissionState } from "../../core/states.ts";
import { type Confidential, staffNameOf } from "./confidential.ts";
import type { StoredOrder, StoredSubmission } from "./stored-order.ts";
import type { SubmissionId } from "../../../ports/ids.ts";

/** The way of a submission, in the sequence in which it goes. `ended`: canceled or replaced, so nothing follows. */
const MILESTONES = ["received", "sent", "in_production", "shipped", "fulfilled"] as const;
export type Milestone = (typeof MILESTONES)[number] | "ended";

/** One step on the way of a submission: when it was taken, by whom and why. */
export interface MilestoneView {
  step: Milestone;
  /** `skipped`: a later step is done, and nobody reported this one. No step is `next` where the print service waits for somebody. */
  progress: "done" | "next" | "ahead" | "skipped";
  /** UTC, ISO 8601; null where it is not done, or its time is not known. */
  at: string | null;
  /** Who took it; null where it is not done. */
  actor: Actor | null;
  /** The name of the member of staff who took it; null for all others, or where it is not known. */
  by: string | null;
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

/** What has a submission sent without waiting for edit window and sending time. */
const SENT_BY_STAFF: readonly HistoryCode[] = [
  "submission.send_now",
  "submission.reprint_requested",
  "submission.absence_confirmed",
];

type Step = Pick<MilestoneView, "step" | "progress"> & Partial<MilestoneView>;

const newStep = (step: Step): MilestoneView => ({
  at: null,
  actor: null,
  by: null,
  approved: [],
  sentByStaff: false,
  ...step,
});

/** The steps of a submission that are done and those that are still to come. */
export function timelineOf(
  order: StoredOrder,
  row: StoredSubmission,
  names: Pick<Confidential, "staffNames">,
): MilestoneView[] {
  const ended = row.state === "cancelled" || row.replacedAt !== null;
  const reached = MILESTONES.indexOf(row.state === "cancelled" && row.submittedAt ? "sent" : REACHED[row.state]);
  const isStopped =
    UNSHIPPED_STATES.includes(row.state) &&
    order.attentions.some(({ submissionId, code }) => submissionId === row.id && STOP_PRINTING.includes(code));
  const history = historyOf(order, row.id);
  const byStaff = (entry: History | undefined) => staffNameOf(names, entry);
  // Shopify takes no fulfillment of a canceled order.
  const milestones = MILESTONES.slice(0, order.cancelledAt && row.state !== "fulfilled" ? -1 : undefined);
  const steps = milestones.map((step, at): MilestoneView => {
    if (at > reached) return newStep({ step, progress: at === reached + 1 && !isStopped ? "next" : "ahead" });
    return step === "received" ? receivedStep(order, row, byStaff) : doneStep(step, row, history, byStaff);
  });
  if (!ended) return steps;
  return [
    ...steps.filter(({ progress }) => progress === "done" || progress === "skipped"),
    endOf(row, history, byStaff),
  ];
}

type ByStaff = (entry: History | undefined) => string | null;

/** The oldest first. */
const historyOf = (order: StoredOrder, submissionId: SubmissionId | null): History[] =>
  order.history.filter((entry) => entry.submissionId === submissionId).toReversed();

function receivedStep(order: StoredOrder, row: StoredSubmission, byStaff: ByStaff): MilestoneView {
  const step = { step: "received", progress: "done" } as const;
  if (row.kind === "first") return newStep({ ...step, at: order.receivedAt.toISOString(), actor: "shopify" });
  const at = row.createdAt.toISOString();
  if (row.kind === "supplement") return newStep({ ...step, at, actor: "system" });
  const request =
    row.kind === "reprint"
      ? historyOf(order, row.id).find(({ code }) => code === "submission.reprint_requested")
      : historyOf(order, row.replacesId).find(({ code }) => code === "submission.replaced");
  return newStep({ ...step, at, actor: "person", by: byStaff(request) });
}

function doneStep(
  step: (typeof MILESTONES)[number],
  row: StoredSubmission,
  history: readonly History[],
  byStaff: ByStaff,
): MilestoneView {
  const entry = history.find(({ code }) => EVENTS[step]?.includes(code));
  const time = entry?.at ?? timeOf(step, row);
  if (!time) return newStep({ step, progress: "skipped" });
  const approvals = step === "sent" ? approvalsBefore(history, time) : [];
  const approved = ATTENTION_CODES.filter((code) => approvals.some((approval) => codeOf(approval) === code));
  const sentByStaff = step === "sent" && row.windowWaived;
  const send = sentByStaff ? history.findLast(({ code, at }) => SENT_BY_STAFF.includes(code) && at <= time) : undefined;
  const actor = approved.length > 0 || sentByStaff ? "person" : (entry?.actor ?? "system");
  const by = byStaff(approvals.at(-1) ?? send ?? entry);
  return newStep({ step, progress: "done", at: time.toISOString(), actor, by, approved, sentByStaff });
}

/** What a row itself says where its history is cut or says nothing. */
function timeOf(step: Milestone, row: StoredSubmission): Date | null {
  if (step === "sent") return row.submittedAt;
  if (step === "shipped") return row.parcels.find(countsAsShipped)?.firstSeenAt ?? null;
  return null;
}

const approvalsBefore = (history: readonly History[], sentAt: Date): History[] =>
  history.filter((entry) => {
    const code = codeOf(entry);
    const byPerson = entry.code === "attention.cleared" && entry.actor === "person" && entry.at <= sentAt;
    return byPerson && code !== undefined && isApprovable(code);
  });

/** The code of the reason that an entry is about. */
const codeOf = ({ data }: History): AttentionCode | undefined =>
  ATTENTION_CODES.find((code) => code === (data as Record<string, unknown>)["code"]);

const isApprovable = (code: AttentionCode): boolean =>
  ATTENTION[code].actions?.some((action) => (APPROVALS as readonly string[]).includes(action)) ?? false;

function endOf(row: StoredSubmission, history: readonly History[], byStaff: ByStaff): MilestoneView {
  const end = history.findLast(({ code }) => code === (row.replacedAt ? "submission.replaced" : "submission.cancel"));
  const at = row.replacedAt ?? end?.at;
  const actor = row.replacedAt ? "person" : (end?.actor ?? "system");
  return newStep({ step: "ended", progress: "done", at: at?.toISOString() ?? null, actor, by: byStaff(end) });
}
