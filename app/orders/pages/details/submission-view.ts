import type { AttemptOutcome, LookupKind, LookupOutcome } from "@prisma/client";
import { isHold, NOTICES, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import type { Action } from "../../actions/actions.ts";
import { availableActions } from "../../actions/available-actions.ts";
import { SENT_STATES, type SubmissionState } from "../../core/states.ts";
import { uncertaintyOf, failureOf, laterOrdersOf, type UncertaintyView, type LookupFailure } from "./uncertainty.ts";
import type { Confidential } from "./confidential.ts";
import { actionContextOf, lineTitle, type StoredOrder, type StoredSubmission } from "./stored-order.ts";

/** What happens automatically when a submission is due. */
export type DueFor = "edit_window" | "recheck" | "try" | "look_up" | "compare";

export interface SubmissionView {
  id: string;
  reference: string;
  kind: StoredSubmission["kind"];
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
  /** Evidence for and against the order being at the service; null unless that is uncertain. */
  uncertainty: UncertaintyView | null;
  /** What was, or will be, sent; null without any, after its erasure, or where nothing is decrypted. */
  content: ContentView | null;
  /** When retention erased the content; null where it did not. */
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
  state: StoredSubmission["parcels"][number]["state"];
  firstSeenAt: string;
}

export interface AttemptView {
  number: number;
  startedAt: string;
  /** null: under way. */
  outcome: AttemptOutcome | null;
  httpStatus: number | null;
  providerMessage: string | null;
}

export interface LookupView {
  id: string;
  at: string;
  kind: LookupKind;
  result: LookupOutcome;
  /** References of our later orders that a list scan showed. */
  laterOrders: string[];
  failure: LookupFailure | null;
}

/** Everything of the payload but its items. */
export type ContentView = Omit<PrintOrder, "items" | "reference">;

/** @throws DecryptionError */
export function submissionView(
  ctx: Pick<OrdersContext, "clock" | "policy">,
  order: StoredOrder,
  row: StoredSubmission,
  confidential: Confidential,
): SubmissionView {
  const context = actionContextOf(order, row);
  const payload = confidential.payloads.get(row.id);
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
    ...evidence(row, confidential),
    uncertainty: uncertaintyOf(ctx, row),
    content: payload ? contentOf(payload) : null,
    contentErasedAt: payload ? null : (row.contentErasedAt?.toISOString() ?? null),
    actions: availableActions(context),
  };
}

/** What a submission sends, in the payload's sequence. */
function itemViews(order: StoredOrder, row: StoredSubmission): ItemView[] {
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

function parcelViews(row: StoredSubmission): ParcelView[] {
  return row.parcels.map(({ trackingNumber, trackingUrl, state, firstSeenAt }) => ({
    trackingNumber,
    trackingUrl,
    state,
    firstSeenAt: firstSeenAt.toISOString(),
  }));
}

/** What happens automatically next, and when; `codes`: the open reasons of the submission. */
function dueOf(row: StoredSubmission, codes: readonly AttentionCode[]): SubmissionView["due"] {
  if (!row.dueAt) return null;
  // While a lookup runs, the due time is the latest end of its claim.
  const at = row.state === "uncertain" && row.lookupClaimedAt ? row.createdAt : row.dueAt;
  return { at: at.toISOString(), what: dueFor(row.state, codes) };
}

function evidence(row: StoredSubmission, confidential: Confidential): Pick<SubmissionView, "attempts" | "lookups"> {
  return {
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      outcome: attempt.outcome,
      httpStatus: attempt.httpStatus,
      providerMessage: confidential.attemptMessage(attempt),
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

function titleOf(order: StoredOrder, orderLineId: string): string {
  const line = order.lines.find((one) => one.id === orderLineId);
  return line ? lineTitle(line) : "";
}

function contentOf(payload: PrintOrder): ContentView {
  const { items: _items, reference: _reference, ...rest } = payload;
  return rest;
}
