import type {
  Attempt,
  Attention,
  Order,
  OrderChange,
  OrderLine,
  Parcel,
  ShopifyWrite,
} from "../../../prisma/client/client.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { AttentionCode } from "./attention.ts";
import type { WriteContext } from "./context.ts";
import { flowEventRow } from "./enqueue-flow-event.ts";
import { historyRow, idsOf, type HistoryActor, type HistoryEntry, type Staff } from "./history.ts";
import type { NewRows } from "./append.ts";
import {
  openReason,
  reasonColumns,
  reasonVersion,
  type AttentionFilter,
  type NewAttention,
} from "./raise-attention.ts";
import { dueNow, NO_CLAIM } from "./reschedule.ts";
import { AT_PROVIDER_STATES } from "./states.ts";
import type { SubmissionRow, SubmissionWithLines } from "./submission-row.ts";
import { nextState, type SubmissionEvent } from "./transitions.ts";

/** A submission as it is loaded to decide on its order: without its content, which is only ever replaced as a whole. */
export type LoadedSubmission = SubmissionWithLines & {
  /** Its content is in the database. */
  hasPayload: boolean;
  /** How many attempts there are. */
  attempts: number;
  /** The content that replaces the stored one; undefined: that stays. */
  payloadEncrypted?: Uint8Array<ArrayBuffer> | null;
  /** The same of what the service shows of the order. */
  providerOrderEncrypted?: Uint8Array<ArrayBuffer> | null;
};

/** An attempt without the service's words, which are only ever replaced. */
export type LoadedAttempt = Omit<Attempt, "messageEncrypted"> & Partial<Pick<Attempt, "messageEncrypted">>;

/**
 * The rows of one order, as they are under its lock. A decision changes them without any statement, and `saveOrders` writes what
 * differs from the rows that were loaded: a row is replaced, and never changed in place.
 */
export interface OrderRows {
  order: Order;
  lines: OrderLine[];
  /** The oldest first. */
  submissions: LoadedSubmission[];
  /** Open and cleared, of the order and of its submissions. */
  attentions: Attention[];
  /** Changes of staff that are in force. */
  changes: OrderChange[];
  /** Of each submission, the oldest first. */
  attempts: LoadedAttempt[];
  /** Of each submission, the oldest first. */
  parcels: Parcel[];
  /** Writes to Shopify of which nobody knows yet whether they took effect. */
  writes: ShopifyWrite[];
  /** What the decision adds. */
  added: { [Table in "History" | "FlowEvent"]: NewRows[Table][] };
}

/** The same rows, to be changed by a decision. */
export const copyRows = (rows: OrderRows): OrderRows => ({
  order: rows.order,
  lines: [...rows.lines],
  submissions: [...rows.submissions],
  attentions: [...rows.attentions],
  changes: [...rows.changes],
  attempts: [...rows.attempts],
  parcels: [...rows.parcels],
  writes: [...rows.writes],
  added: nothingAdded(),
});

export const nothingAdded = (): OrderRows["added"] => ({ History: [], FlowEvent: [] });

/** An order whose other rows are not loaded. */
export const withoutRows = (order: Order): OrderRows => ({
  ...{ order, lines: [], submissions: [], attentions: [], changes: [], attempts: [], parcels: [], writes: [] },
  added: nothingAdded(),
});

export const setOrder = (rows: OrderRows, columns: Partial<Order>): void => {
  rows.order = { ...rows.order, ...columns };
};

/** Replaces some columns of one row of a list. */
export function setColumns<Row extends { id: string }>(list: Row[], id: string, columns: Partial<Row>): void {
  const at = list.findIndex((row) => row.id === id);
  const row = list[at];
  if (row) list[at] = { ...row, ...columns };
}

/** Replaces some columns of a parcel. What was read of the parcel before counts no more. */
export const setParcel = (rows: OrderRows, { id, version }: Pick<Parcel, "id" | "version">, columns: Partial<Parcel>) =>
  setColumns(rows.parcels, id, { ...columns, version: version + 1 });

export const submissionIn = (rows: OrderRows, id: SubmissionId): LoadedSubmission => {
  const found = rows.submissions.find((one) => one.id === id);
  if (!found) throw new Error("a submission of another order");
  return found;
};

export function noteHistory(rows: OrderRows, ctx: WriteContext, entry: HistoryEntry): void {
  rows.added.History.push(historyRow(ctx, entry));
}

/** A claim belongs to one state: a change of state ends it. */
const NO_CLAIMS = { ...NO_CLAIM, lookupClaimedAt: null } as const;

/**
 * The only writer of a submission's state: along the table of transitions, with a line of history. Returns whether the table and the
 * claim allow the event. An event that the state already includes changes the columns only. `claimToken`: only while the submission
 * still carries this claim: a worker that lost its claim changes nothing.
 */
export function moveSubmission(
  rows: OrderRows,
  ctx: WriteContext,
  id: SubmissionId,
  event: SubmissionEvent,
  columns: Partial<Omit<SubmissionRow, "id" | "state" | "version" | "reference">> = {},
  { actor, claimToken }: { actor?: HistoryActor; claimToken?: string } = {},
): boolean {
  const row = submissionIn(rows, id);
  if (claimToken !== undefined && row.claimToken !== claimToken) return false;
  const transition = nextState(row.state, event);
  if (!transition) return false;
  const { state: from, version } = row;
  const { to } = transition;
  const isSent = AT_PROVIDER_STATES.includes(to) && !AT_PROVIDER_STATES.includes(from);
  setColumns(rows.submissions, id, {
    ...(to === from ? {} : NO_CLAIMS),
    ...(isSent ? { unproven: null } : {}),
    ...{ state: to, version: version + 1 },
    ...columns,
  });
  if (to === from) return true;
  noteHistory(rows, ctx, { ...idsOf(row), code: `submission.${event}`, actor, data: { from, to } });
  if (isSent) rows.added.FlowEvent.push(flowEventRow(ctx, row, "order_sent"));
  return true;
}

/** Opens a reason for attention once: the same code and subject again only updates its detail. */
export function raiseReason(rows: OrderRows, ctx: WriteContext, input: NewAttention): void {
  const { submissionId = null, code, subject = "" } = input;
  const open = rows.attentions.find(
    (one) =>
      one.clearedAt === null && one.submissionId === submissionId && one.code === code && one.subject === subject,
  );
  if (open) return setColumns(rows.attentions, open.id, reasonColumns(input));
  const opened = openReason(ctx, input);
  rows.attentions.push(opened.row);
  rows.added.History.push(...opened.history);
  rows.added.FlowEvent.push(...opened.flowEvents);
}

/** Opens a reason, but not again for the same basis while it is open or once a person has resolved it. Returns whether it was raised. */
export function raiseUnlessResolved(rows: OrderRows, ctx: WriteContext, input: NewAttention): boolean {
  const { submissionId = null, code, subject = "", basis = "" } = input;
  const isKnown = rows.attentions.some(
    (one) =>
      one.submissionId === submissionId &&
      one.code === code &&
      one.subject === subject &&
      one.basis === basis &&
      (one.clearedAt === null || one.clearedBy === "person"),
  );
  if (!isKnown) raiseReason(rows, ctx, input);
  return !isKnown;
}

/** Clears open reasons, each with a line of history. Returns how many. */
export function clearReasons(
  rows: OrderRows,
  ctx: WriteContext,
  { submissionId, codes, subject }: AttentionFilter,
  cause: "facts" | Staff,
): number {
  const actor = cause === "facts" ? "system" : cause;
  const cleared = rows.attentions.filter(
    (one) =>
      one.clearedAt === null &&
      (submissionId === undefined || one.submissionId === submissionId) &&
      (codes === undefined || codes.includes(one.code)) &&
      (subject === undefined || one.subject === subject),
  );
  const columns = { clearedAt: ctx.clock.now(), clearedBy: cause === "facts" ? "facts" : "person" } as const;
  for (const { id, shopId, orderId, submissionId: of, code, subject: about } of cleared) {
    setColumns(rows.attentions, id, columns);
    const data = { code, subject: about };
    noteHistory(rows, ctx, { shopId, orderId, submissionId: of, code: "attention.cleared", actor, data });
  }
  return cleared.length;
}

/**
 * Cancels a submission that is unsent or proven absent, and clears its open reasons. One that the service may have all the same is looked
 * for until its absence is proven, and is never sent again (submit/lookup).
 */
export function cancelUnsent(
  rows: OrderRows,
  ctx: WriteContext,
  id: SubmissionId,
  why: string,
  actor: HistoryActor = "system",
): void {
  if (submissionIn(rows, id).unproven === "repeated") return followUnwanted(rows, ctx, id, actor);
  if (!moveSubmission(rows, ctx, id, "cancel", { dueAt: null, unproven: null }, { actor })) return;
  clearReasons(rows, ctx, { submissionId: id }, "facts");
  noteHistory(rows, ctx, { ...idsOf(submissionIn(rows, id)), code: "submission.given_up", actor, data: { why } });
}

/** Whether the service may have the order of an attempt, as far as its answer says. */
export const isUnclear = ({ outcome, alreadyThere }: Pick<Attempt, "outcome" | "alreadyThere">): boolean =>
  alreadyThere || outcome === null || outcome === "uncertain" || outcome === "lost";

/** Where it was sent: the shop may have left that account since, and the submission then names the next one, or none. */
function followUnwanted(rows: OrderRows, ctx: WriteContext, id: SubmissionId, actor: HistoryActor): void {
  const sent = rows.attempts.findLast(
    (one) => one.submissionId === id && one.printAccountId !== null && isUnclear(one),
  );
  const printAccountId = sent?.printAccountId ?? submissionIn(rows, id).printAccountId;
  const followed = { unproven: "unwanted", everUncertain: true, sendingTime: null } as const;
  const columns = { ...followed, printAccountId, ...dueNow(ctx) };
  if (!moveSubmission(rows, ctx, id, "uncertain", columns, { actor })) return;
  clearReasons(rows, ctx, { submissionId: id }, "facts");
  raiseReason(rows, ctx, { ...idsOf(submissionIn(rows, id)), code: "uncertain", detail: { why: "unwanted" } });
}

/** The follow-up of a submission in Shopify is due now: a hold is to be placed or released. */
export function followNow(rows: OrderRows, ctx: WriteContext, id: SubmissionId): void {
  const { version } = submissionIn(rows, id);
  setColumns(rows.submissions, id, { dueAt: ctx.clock.now(), version: version + 1 });
}

/**
 * The order is read again: its submission is rejected, and snapshots that were applied while a call was under way or its outcome
 * unknown changed nothing of the submission.
 */
export const readAgain = (rows: OrderRows, { clock }: Pick<WriteContext, "clock">): void =>
  setOrder(rows, { dueAt: clock.now() });

/**
 * What became of an action of staff. `unchanged`: it is already as the action would have it. `changed`: a reason that the action resolves is
 * not as staff has seen it. Nothing was written in either case.
 */
export type ActionResult = "done" | "unchanged" | "not_found" | "invalid_state" | "changed";

/** The reasons that an action of staff resolves, as a page or a list showed them. */
export interface SeenReasons {
  /** Open reasons, as the page showed them (`reasonVersion`); undefined: whatever is open. */
  seen?: readonly string[] | undefined;
  /** When a list of orders was read that staff chose from: a reason that was opened later is not resolved. null: whatever is open. */
  shownAt?: Date | null;
}

export const openReasons = (
  { attentions }: OrderRows,
  id: SubmissionId,
  codes: readonly AttentionCode[],
): Attention[] =>
  attentions.filter((one) => one.submissionId === id && codes.includes(one.code) && one.clearedAt === null);

/** Whether the open reasons are those that staff has seen. */
export const isAsSeen = (
  rows: OrderRows,
  id: SubmissionId,
  codes: readonly AttentionCode[],
  { seen, shownAt }: SeenReasons,
): boolean =>
  openReasons(rows, id, codes).every(
    (reason) => (!seen || seen.includes(reasonVersion(reason))) && (!shownAt || reason.openedAt <= shownAt),
  );

/** Whether reasons that staff has seen (`reasonVersion`) still stand. */
export function areStillOpen(rows: OrderRows, submissionId: SubmissionId, seen: readonly string[]): boolean {
  const open = rows.attentions.filter((one) => one.submissionId === submissionId && one.clearedAt === null);
  const versions = open.map(reasonVersion);
  return seen.every((version) => versions.includes(version));
}
