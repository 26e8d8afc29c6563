import type { AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Act } from "../../actions/actions.ts";
import { actsFor } from "../../actions/available-actions.ts";
import type { State } from "../../core/transitions.ts";
import { byUrgency } from "../../core/urgency.ts";
import { namesIn } from "./subject-names.ts";
import { currentOf, reasonViews, standingOf, type ReasonView } from "./reason-views.ts";
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
export interface OrderGlance {
  name: string;
  cancelled: boolean;
  /** Code why the whole order is left alone, or null. */
  leftAlone: string | null;
  /** The submission that it is about first; null when nothing of the order is, or was, for the print service. */
  current: GlanceSubmission | null;
  /** Submissions beside that one. */
  further: number;
  /** The most pressing first. */
  reasons: ReasonView[];
  /** Of all submissions. */
  parcels: ParcelView[];
  /** What each submission sends, by its id. */
  items: Record<string, GlanceItem[]>;
  /** What a person may do, the likeliest first; each once, each can work now. */
  acts: OfferedAct[];
  now: string;
}

export interface GlanceSubmission {
  id: string;
  reference: string;
  state: State;
  replaced: boolean;
  due: SubmissionView["due"];
}

export type GlanceItem = Pick<ItemView, "title" | "itemSku" | "quantity">;

export interface OfferedAct {
  act: Act;
  submissionId: string;
  reference: string;
  /** The reason that it mends; null where it is offered for the submission itself. */
  code: AttentionCode | null;
  /** How many open reasons of the submission it answers. */
  answers: number;
}

/** One order of a shop at a glance; null when the shop has none such. */
export async function readOrderGlance(
  ctx: Pick<OrdersContext, "db" | "clock">,
  shopId: string,
  shopifyGid: string,
): Promise<OrderGlance | null> {
  const order = await readOrderRow(ctx, shopId, shopifyGid);
  if (!order) return null;
  const current = currentOf(order);
  const reasons = reasonViews(order, { nameOf: namesIn(order), wordsOf: () => [] });
  reasons.sort((a, b) => byUrgency(a.code, b.code));
  return {
    name: order.name,
    cancelled: order.cancelledAt !== null,
    leftAlone: order.leftAlone,
    current: current ? glanceAt(order, current) : null,
    further: Math.max(order.submissions.length - 1, 0),
    reasons,
    parcels: order.submissions.flatMap(parcelViews),
    items: Object.fromEntries(order.submissions.map((row) => [row.id, itemsOf(order, row)])),
    acts: offered(order, reasons, current),
    now: ctx.clock.now().toISOString(),
  };
}

function glanceAt(order: OrderRow, row: SubmissionRow): GlanceSubmission {
  const { replaced, codes } = standingOf(order, row);
  const { id, reference, state } = row;
  return { id, reference, state, replaced, due: dueOf(row, codes) };
}

const itemsOf = (order: OrderRow, row: SubmissionRow): GlanceItem[] =>
  itemViews(order, row).map(({ title, itemSku, quantity }) => ({ title, itemSku, quantity }));

/** First what mends a reason, then what the current submission allows anyway. */
function offered(order: OrderRow, reasons: ReasonView[], current: SubmissionRow | undefined): OfferedAct[] {
  const answering = (act: Act, submissionId: string) =>
    reasons.filter((reason) => reason.submissionId === submissionId && reason.acts.includes(act)).length;
  const mending = reasons.flatMap(({ code, acts, submissionId }) =>
    acts.map((act) => ({ act, submissionId: submissionId ?? "", code })),
  );
  const general = current ? actsFor(standingOf(order, current)) : [];
  const all = [...mending, ...general.map((act) => ({ act, submissionId: current?.id ?? "", code: null }))];
  const first = all.filter((one, at) => at === all.findIndex((other) => sameAct(one, other)));
  return first.map((one) => ({
    ...one,
    reference: order.submissions.find(({ id }) => id === one.submissionId)?.reference ?? "",
    answers: answering(one.act, one.submissionId),
  }));
}

const sameAct = (a: { act: Act; submissionId: string }, b: { act: Act; submissionId: string }): boolean =>
  a.act === b.act && a.submissionId === b.submissionId;
