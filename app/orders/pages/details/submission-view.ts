import { isHold, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import type { Act } from "../../actions/actions.ts";
import { actsFor } from "../../actions/available-actions.ts";
import { SENT_STATES, type State } from "../../core/transitions.ts";
import { doubtOf, failureOf, witnessesOf, type DoubtView, type LookFailure } from "./uncertainty.ts";
import { lineTitle } from "./subject-names.ts";
import { standingOf } from "./reason-views.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";
import { attemptWords } from "./provider-messages.ts";

/** What happens by itself when a submission is due. */
export type DueFor = "edit_window" | "recheck" | "try" | "look_up" | "compare";

export interface SubmissionView {
  id: string;
  reference: string;
  kind: SubmissionRow["kind"];
  state: State;
  replaced: boolean;
  /** The reference of the submission that this one replaces. */
  replaces: string | null;
  due: { at: string; what: DueFor } | null;
  createdAt: string;
  submittedAt: string | null;
  /** When the print service's list or detail last showed it. */
  checkedAt: string | null;
  items: ItemView[];
  parcels: ParcelView[];
  attempts: AttemptView[];
  /** Newest first. */
  lookups: LookupView[];
  /** What speaks for and against its being at the service; null unless nobody knows. */
  doubt: DoubtView | null;
  /** What was, or will be, sent; null when there is none, or it was erased. */
  content: ContentView | null;
  /** When it was let go of by age; null where it was not. */
  contentErasedAt: string | null;
  acts: Act[];
}

export interface ItemView {
  id: string;
  title: string;
  itemSku: string;
  quantity: number;
  fulfilled: number;
  /** As the print service wrote them. */
  orderStatus: string | null;
  paymentStatus: string | null;
}

export interface ParcelView {
  trackingNumber: string;
  trackingUrl: string;
  state: SubmissionRow["parcels"][number]["state"];
  firstSeenAt: string;
}

export interface AttemptView {
  number: number;
  startedAt: string;
  outcome: string | null;
  httpStatus: number | null;
  words: string | null;
}

export interface LookupView {
  id: string;
  at: string;
  kind: string;
  result: string;
  /** References of later orders of ours that a walk showed. */
  witnesses: string[];
  failure: LookFailure | null;
}

/** Everything of the payload but its items. */
export type ContentView = Omit<PrintOrder, "items" | "reference">;

/** One submission for the order's page. @throws SealError */
export function submissionView(
  ctx: Pick<OrdersContext, "seal" | "clock" | "policy">,
  order: OrderRow,
  row: SubmissionRow,
  payload: PrintOrder | null,
): SubmissionView {
  const standing = standingOf(order, row);
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    replaced: standing.replaced,
    replaces: order.submissions.find((one) => one.id === row.replacesId)?.reference ?? null,
    due: dueOf(row, standing.codes),
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    items: itemViews(order, row),
    parcels: parcelViews(row),
    ...evidence(ctx, row),
    doubt: doubtOf(ctx, row),
    content: payload ? contentOf(payload) : null,
    contentErasedAt: payload ? null : (row.contentErasedAt?.toISOString() ?? null),
    acts: actsFor(standing),
  };
}

/** What a submission sends, in the payload's sequence. */
export function itemViews(order: OrderRow, row: SubmissionRow): ItemView[] {
  return row.lines.map((line) => ({
    id: line.id,
    title: titleOf(order, line.orderLineId),
    itemSku: line.itemSku,
    quantity: line.quantity,
    fulfilled: line.fulfilled,
    orderStatus: line.orderStatus,
    paymentStatus: line.paymentStatus,
  }));
}

export function parcelViews(row: SubmissionRow): ParcelView[] {
  return row.parcels.map(({ trackingNumber, trackingUrl, state, firstSeenAt }) => ({
    trackingNumber,
    trackingUrl,
    state,
    firstSeenAt: firstSeenAt.toISOString(),
  }));
}

/** What happens by itself next, and when; `codes`: the open reasons of the submission. */
export function dueOf(row: SubmissionRow, codes: readonly AttentionCode[]): SubmissionView["due"] {
  if (!row.dueAt) return null;
  // A look-up that is under way is due since before: its row says only when it would be over at the latest.
  const at = row.state === "uncertain" && row.claimToken ? row.createdAt : row.dueAt;
  return { at: at.toISOString(), what: dueFor(row.state, codes) };
}

function evidence(ctx: Pick<OrdersContext, "seal">, row: SubmissionRow): Pick<SubmissionView, "attempts" | "lookups"> {
  return {
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      outcome: attempt.outcome,
      httpStatus: attempt.httpStatus,
      words: attemptWords(ctx, attempt),
    })),
    lookups: row.lookups.map((look) => ({
      id: look.id,
      at: look.at.toISOString(),
      kind: look.kind,
      result: look.result,
      witnesses: witnessesOf(look),
      failure: failureOf(look),
    })),
  };
}

function dueFor(state: State, codes: readonly AttentionCode[]): DueFor {
  if (state === "uncertain") return "look_up";
  if (SENT_STATES.includes(state)) return "compare";
  if (codes.some((code) => isHold(code) && code !== "not_sent_yet")) return "recheck";
  return state === "waiting" && !codes.includes("not_sent_yet") ? "edit_window" : "try";
}

function titleOf(order: OrderRow, orderLineId: string): string {
  const line = order.lines.find((one) => one.id === orderLineId);
  return line ? lineTitle(line) : "";
}

function contentOf(payload: PrintOrder): ContentView {
  const { items: _items, reference: _reference, ...rest } = payload;
  return rest;
}
