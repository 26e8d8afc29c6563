import { isHold, NOTICES, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import type { Action } from "../../actions/actions.ts";
import { availableActions } from "../../actions/available-actions.ts";
import { SENT_STATES, type SubmissionState } from "../../core/states.ts";
import { uncertaintyOf, failureOf, laterOrdersOf, type UncertaintyView, type LookupFailure } from "./uncertainty.ts";
import { lineTitle } from "./subject-names.ts";
import { actionContextOf } from "./reason-views.ts";
import type { OrderRow, SubmissionRow } from "./read-order-row.ts";
import { attemptMessage } from "./provider-messages.ts";

/** What happens by itself when a submission is due. */
export type DueFor = "edit_window" | "recheck" | "try" | "look_up" | "compare";

export interface SubmissionView {
  id: string;
  reference: string;
  kind: SubmissionRow["kind"];
  state: SubmissionState;
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
  uncertainty: UncertaintyView | null;
  /** What was, or will be, sent; null when there is none, or it was erased. */
  content: ContentView | null;
  /** When it was let go of by age; null where it was not. */
  contentErasedAt: string | null;
  actions: Action[];
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
  providerMessage: string | null;
}

export interface LookupView {
  id: string;
  at: string;
  kind: string;
  result: string;
  /** References of later orders of ours that a walk showed. */
  laterOrders: string[];
  failure: LookupFailure | null;
}

/** Everything of the payload but its items. */
export type ContentView = Omit<PrintOrder, "items" | "reference">;

/** One submission for the order's page. @throws DecryptionError */
export function submissionView(
  ctx: Pick<OrdersContext, "encryptor" | "clock" | "policy">,
  order: OrderRow,
  row: SubmissionRow,
  payload: PrintOrder | null,
): SubmissionView {
  const context = actionContextOf(order, row);
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    replaced: context.replaced,
    replaces: order.submissions.find((one) => one.id === row.replacesId)?.reference ?? null,
    due: dueOf(row, context.codes),
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    items: itemViews(order, row),
    parcels: parcelViews(row),
    ...evidence(ctx, row),
    uncertainty: uncertaintyOf(ctx, row),
    content: payload ? contentOf(payload) : null,
    contentErasedAt: payload ? null : (row.contentErasedAt?.toISOString() ?? null),
    actions: availableActions(context),
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
  const at = row.state === "uncertain" && row.lookupClaimedAt ? row.createdAt : row.dueAt;
  return { at: at.toISOString(), what: dueFor(row.state, codes) };
}

function evidence(
  ctx: Pick<OrdersContext, "encryptor">,
  row: SubmissionRow,
): Pick<SubmissionView, "attempts" | "lookups"> {
  return {
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      outcome: attempt.outcome,
      httpStatus: attempt.httpStatus,
      providerMessage: attemptMessage(ctx, attempt),
    })),
    lookups: row.lookups.map((lookup) => ({
      id: lookup.id,
      at: lookup.at.toISOString(),
      kind: lookup.kind,
      result: lookup.result,
      laterOrders: laterOrdersOf(lookup),
      failure: failureOf(lookup),
    })),
  };
}

function dueFor(state: SubmissionState, codes: readonly AttentionCode[]): DueFor {
  if (state === "uncertain") return "look_up";
  if (SENT_STATES.includes(state)) return "compare";
  if (codes.some(isHold)) return "recheck";
  return state === "waiting" && !codes.some((code) => NOTICES.includes(code)) ? "edit_window" : "try";
}

function titleOf(order: OrderRow, orderLineId: string): string {
  const line = order.lines.find((one) => one.id === orderLineId);
  return line ? lineTitle(line) : "";
}

function contentOf(payload: PrintOrder): ContentView {
  const { items: _items, reference: _reference, ...rest } = payload;
  return rest;
}
