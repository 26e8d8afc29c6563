import { byUrgency, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Action } from "../../actions/actions.ts";
import { availableActions } from "../../actions/available-actions.ts";
import type { SubmissionState } from "../../core/states.ts";
import { namesIn } from "./subject-names.ts";
import { currentSubmission, reasonViews, actionContextOf, type ReasonView } from "./reason-views.ts";
import { readOrderRow, type OrderRow, type SubmissionRow } from "./read-order-row.ts";
import {
  dueOf,
  itemViews,
  parcelViews,
  type ItemView,
  type ParcelView,
  type SubmissionView,
} from "./submission-view.ts";

/** What is shown of an order where there is little room. No personal data; nothing sealed is opened. Times: UTC, ISO 8601. */
export interface OrderSummary {
  name: string;
  cancelled: boolean;
  /** Code why the whole order is left alone, or null. */
  ignoredReason: string | null;
  /** The submission that it is about first; null when nothing of the order is, or was, for the print service. */
  current: SummarySubmission | null;
  /** Submissions beside that one. */
  otherSubmissions: number;
  /** The most pressing first. */
  reasons: ReasonView[];
  /** Of all submissions. */
  parcels: ParcelView[];
  /** What each submission sends, by its id. */
  items: Record<string, SummaryItem[]>;
  /** What a person may do, the likeliest first; each once, each can work now. */
  actions: OfferedAction[];
  now: string;
}

export interface SummarySubmission {
  id: string;
  reference: string;
  state: SubmissionState;
  replaced: boolean;
  due: SubmissionView["due"];
}

export type SummaryItem = Pick<ItemView, "title" | "itemSku" | "quantity">;

export interface OfferedAction {
  action: Action;
  submissionId: string;
  reference: string;
  /** The reason that it mends; null where it is offered for the submission itself. */
  code: AttentionCode | null;
  /** How many open reasons of the submission it answers. */
  resolves: number;
}

/** One order of a shop at a glance; null when the shop has none such. */
export async function readOrderSummary(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: string,
  shopifyGid: string,
): Promise<OrderSummary | null> {
  const order = await readOrderRow(ctx, shopId, shopifyGid);
  if (!order) return null;
  const current = currentSubmission(order);
  const reasons = reasonViews(order, { nameOf: namesIn(order), messagesOf: () => [] });
  reasons.sort((a, b) => byUrgency(a.code, b.code));
  return {
    name: order.name,
    cancelled: order.cancelledAt !== null,
    ignoredReason: order.ignoredReason,
    current: current ? summarizeSubmission(order, current) : null,
    otherSubmissions: Math.max(order.submissions.length - 1, 0),
    reasons,
    parcels: order.submissions.flatMap(parcelViews),
    items: Object.fromEntries(order.submissions.map((row) => [row.id, itemsOf(order, row)])),
    actions: offeredActions(order, reasons, current),
    now: ctx.clock.now().toISOString(),
  };
}

function summarizeSubmission(order: OrderRow, row: SubmissionRow): SummarySubmission {
  const { replaced, codes } = actionContextOf(order, row);
  const { id, reference, state } = row;
  return { id, reference, state, replaced, due: dueOf(row, codes) };
}

const itemsOf = (order: OrderRow, row: SubmissionRow): SummaryItem[] =>
  itemViews(order, row).map(({ title, itemSku, quantity }) => ({ title, itemSku, quantity }));

/** First what mends a reason, then what the current submission allows anyway. */
function offeredActions(order: OrderRow, reasons: ReasonView[], current: SubmissionRow | undefined): OfferedAction[] {
  const resolvedBy = (action: Action, submissionId: string) =>
    reasons.filter((reason) => reason.submissionId === submissionId && reason.actions.includes(action)).length;
  const fixing = reasons.flatMap(({ code, actions, submissionId }) =>
    actions.map((action) => ({ action, submissionId: submissionId ?? "", code })),
  );
  const general = current ? availableActions(actionContextOf(order, current)) : [];
  const all = [...fixing, ...general.map((action) => ({ action, submissionId: current?.id ?? "", code: null }))];
  const first = all.filter((one, at) => at === all.findIndex((other) => sameAction(one, other)));
  return first.map((one) => ({
    ...one,
    reference: order.submissions.find(({ id }) => id === one.submissionId)?.reference ?? "",
    resolves: resolvedBy(one.action, one.submissionId),
  }));
}

const sameAction = (
  a: { action: Action; submissionId: string },
  b: { action: Action; submissionId: string },
): boolean => a.action === b.action && a.submissionId === b.submissionId;
