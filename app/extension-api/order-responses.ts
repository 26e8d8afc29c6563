import { formatFullDateTime, formatMoment, formatMoney } from "../components/common/format.ts";
import { COPY } from "../components/common/copy.ts";
import {
  detailMessages,
  DUE_LABELS,
  IN_EDIT_WINDOW_MESSAGE,
  nothingToPrintCopy,
  PARCEL_LABELS,
  PARCEL_TONES,
  REPLACED_MESSAGE,
  reasonMessage,
  standingMessage,
  PAGE,
  refreshDoneMessage,
  refreshProblems,
} from "../components/order-details/copy.ts";
import {
  bannerButtons,
  groupReasons,
  nextReason,
  reasonCodesOf,
  isHeld,
  reasonsResolvedBy,
  sendsOnceResolved,
  type ReasonGroup,
} from "../components/order-details/reasons.ts";
import { PROVIDER_MESSAGE } from "../components/common/provider-message-copy.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import { ATTENTION, byUrgency, type AttentionCode } from "../orders/core/attention.ts";
import type { OrderDetails } from "../orders/pages/details/order-details.ts";
import type { ParcelView, SubmissionView } from "../orders/pages/details/submission-view.ts";
import type {
  CardParcel,
  CardReason,
  Countdown,
  OrderCard,
  CardAction,
  CardConfirmation,
  OrderMoney,
  ActionResponse,
} from "./responses.ts";
import { badge, reasonLabel, stateLabel, ORDER } from "./copy.ts";
import { actionLabel, confirmationFor, DONE_MESSAGES } from "../components/order-details/action-copy.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { ReasonView } from "../orders/pages/details/reason-views.ts";
import {
  FASTER_SHIPPING_MESSAGE,
  TOTAL_MISMATCH_MESSAGE,
  LOSS_MESSAGE,
  marginText,
  NO_MARGIN_MESSAGES,
  NO_PRICE_MESSAGES,
  PRICE_CARD,
  sharedPaymentText,
} from "../components/order-details/price-copy.ts";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import type { ActionResult } from "../orders/core/order-rows.ts";
import type { RefreshResult } from "../orders/actions/refresh-order.ts";

/** The order as the extensions show it. `timezone`: the shop's, IANA. */
export function orderCard(order: OrderDetails, timezone: string): OrderCard {
  const current = order.submissions.find(({ id }) => id === order.currentSubmissionId) ?? null;
  const groups = groupReasons(order.reasons.toSorted((a, b) => byUrgency(a.code, b.code)));
  return {
    name: order.name,
    page: `/app/orders/${order.number}`,
    state: current && stateLabel(current.state, reasonCodesOf(order, current)),
    message: statusMessage(order, current, timezone),
    countdown: countdownOf(current, timezone),
    reasons: groups.map((group) => cardReason(group, order)),
    parcels: order.submissions.flatMap(({ parcels }) => parcels.map(cardParcel)),
    inShopify: inShopifyTexts(order.inShopify),
    submission: current && { id: current.id, reference: current.reference, items: cardItems(current) },
    actions: cardActions(order, groups),
    now: order.now,
    shouldPoll: shouldPoll(current),
  };
}

/** An order that the app has not received yet, or an order of another shop. */
export function unknownOrder(now: string): OrderCard {
  return {
    name: "",
    page: null,
    state: null,
    message: ORDER.unknown,
    countdown: null,
    reasons: [],
    parcels: [],
    inShopify: [],
    submission: null,
    actions: [],
    now,
    shouldPoll: true,
  };
}

function statusMessage(order: OrderDetails, current: SubmissionView | null, timezone: string): string {
  if (!current) {
    const { title, text } = nothingToPrintCopy(order);
    return `${title}. ${text}`;
  }
  if (current.replaced) return REPLACED_MESSAGE;
  const moment = (iso: string) => formatMoment(iso, timezone, new Date(order.now));
  const message =
    current.due?.what === "edit_window" || current.due?.what === "sending_time"
      ? IN_EDIT_WINDOW_MESSAGE
      : standingMessage(current, reasonCodesOf(order, current), order.cancelled, moment);
  return current.practice ? `${COPY.practice.order}. ${message}` : message;
}

/** A submission at the print service changes, too, but within hours. */
function shouldPoll(current: SubmissionView | null): boolean {
  if (!current || current.state === "cancelled") return false;
  return current.state === "submitting" || (MUTABLE_STATES.includes(current.state) && current.due !== null);
}

function countdownOf(current: SubmissionView | null, timezone: string): Countdown | null {
  const due = current?.replaced ? null : current?.due;
  const labels = due && DUE_LABELS[due.what];
  return labels ? { ...labels, at: due.at, atText: formatFullDateTime(due.at, timezone) } : null;
}

function cardReason(group: ReasonGroup, order: OrderDetails): CardReason {
  const { lead, reasons } = group;
  const others = reasons.filter(({ code }) => code !== lead.code).map(reasonMessage);
  const about = [...new Set(reasons.flatMap((reason) => reason.about ?? []))];
  return {
    id: lead.id,
    label: reasonLabel(lead.code),
    message: reasonMessage(lead),
    about: about.length > 0 ? about.join("; ") : null,
    details: [...new Set([...others, ...reasons.flatMap(detailMessages)])],
    fix: nextReason(group).fix,
    link: cardLink(group, order),
  };
}

/** Where the next step is. A link to the order in Shopify is useless here: the extension is on that page. */
function cardLink(group: ReasonGroup, { number }: OrderDetails): CardReason["link"] {
  const { primary, others } = bannerButtons(group, number);
  for (const button of primary ? [primary, ...others] : others) {
    if (button.kind === "message") return { label: PROVIDER_MESSAGE.open, href: appLink(`/app/orders/${number}`) };
    if (button.kind === "link" && !button.link.external)
      return { label: button.link.label, href: appLink(button.link.url) };
  }
  return null;
}

const inShopifyTexts = ({ tag, hold }: OrderDetails["inShopify"]): string[] => [
  ...(tag === null ? [] : [ORDER.tagged(tag)]),
  ...(hold === null ? [] : [ORDER.held(ATTENTION[hold].label)]),
];

/** The link to a path of the app from an admin extension (shopify: custom protocols). */
export const appLink = (path: string): string => `app:${path.replace(/^\//, "")}`;

function cardParcel({ trackingNumber, trackingUrl, state }: ParcelView): CardParcel {
  return {
    trackingNumber,
    trackingUrl: /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    state: badge(PARCEL_LABELS[state], PARCEL_TONES[state]),
  };
}

/** Actions that send items to print again. */
const SENDS_AGAIN: readonly Action[] = ["replace", "confirm_not_received"];

interface OfferedAction {
  action: Action;
  submissionId: string;
  /** The reason that the action fixes; null where the submission itself offers the action. */
  code: AttentionCode | null;
}

/**
 * The available actions of an order, each once: first the next step of the most urgent reason, then those that fix a reason, then those that the current submission
 * allows anyway. `groups`: the most urgent first.
 */
function cardActions(order: OrderDetails, groups: readonly ReasonGroup[]): CardAction[] {
  const reasons = groups.flatMap((group) => group.reasons);
  const primary = groups[0] && bannerButtons(groups[0], order.number).primary;
  const isPrimary = ({ action, submissionId }: OfferedAction) =>
    primary?.kind === "action" && primary.action === action && primary.submissionId === submissionId;
  const fixing = reasons.flatMap(({ code, actions, submissionId }) =>
    actions.map((action): OfferedAction => ({ action, submissionId: submissionId ?? "", code })),
  );
  const current = order.submissions.find(({ id }) => id === order.currentSubmissionId);
  const general = (current?.actions ?? []).map((action) => ({ action, submissionId: current?.id ?? "", code: null }));
  const all = [...fixing, ...general];
  const isSame = (a: OfferedAction, b: OfferedAction) => a.action === b.action && a.submissionId === b.submissionId;
  return all
    .filter((one, at) => at === all.findIndex((other) => isSame(one, other)))
    .map((offered) => ({
      action: offered.action,
      submissionId: offered.submissionId,
      seen: reasonsResolvedBy(reasons, offered).map(({ version }) => version),
      label: actionLabel(offered.action, standingOf(order, reasons, offered), offered.code ?? undefined),
      resolvesReason: offered.code !== null,
      primary: isPrimary(offered),
      confirmation: confirmationOf(order, reasons, offered),
    }))
    .sort((a, b) => Number(b.primary) - Number(a.primary));
}

const standingOf = ({ submissions }: OrderDetails, reasons: readonly ReasonView[], offered: OfferedAction) => ({
  sends: sendsOnceResolved({ reasons, submissions }, offered),
  held: isHeld(reasons, offered.submissionId),
});

function confirmationOf(
  order: OrderDetails,
  reasons: readonly ReasonView[],
  offered: OfferedAction,
): CardConfirmation | null {
  const { action, submissionId } = offered;
  const resolved = reasonsResolvedBy(reasons, offered);
  const confirmation = confirmationFor(action, resolved.length, standingOf(order, reasons, offered).sends);
  if (!confirmation) return null;
  const submission = order.submissions.find(({ id }) => id === submissionId);
  const { title, message, checkboxLabel, buttonLabel, destructive } = confirmation;
  return {
    title,
    message,
    reference: submission?.reference ?? "",
    resolvedReasons:
      resolved.length > 1 ? resolved.map(({ message, about }) => (about ? `${message} (${about})` : message)) : [],
    items: SENDS_AGAIN.includes(action) ? cardItems(submission) : [],
    checkboxLabel,
    buttonLabel,
    destructive,
  };
}

/** What a submission sends. */
const cardItems = (submission: OrderDetails["submissions"][number] | undefined): CardConfirmation["items"] =>
  (submission?.items ?? []).map(({ title, itemSku, quantity }) => ({ title, itemSku, quantity }));

/** Cost and margin as the extensions show them, of the whole order where that is known. The print service's own words stay in the app. */
export function orderMoney(price: OrderPrice): OrderMoney {
  const { priced, margin, fasterShipping, activeSubmissions, orderCost } = price;
  if (priced.status !== "priced") {
    return { cost: null, costLabel: null, margin: null, messages: [NO_PRICE_MESSAGES[priced.status]] };
  }
  const { total, currency, discrepancies } = priced.price;
  const cost = {
    cost: formatMoney(orderCost ?? total, currency),
    costLabel: orderCost === null ? null : PRICE_CARD.orderCost(activeSubmissions),
  };
  const warnings = [
    ...(discrepancies.length > 0 ? [TOTAL_MISMATCH_MESSAGE] : []),
    ...(fasterShipping ? [FASTER_SHIPPING_MESSAGE] : []),
  ];
  if (!margin) return { ...cost, margin: null, messages: warnings };
  if (!margin.known) return { ...cost, margin: null, messages: [...warnings, NO_MARGIN_MESSAGES[margin.reason]] };
  const loss = margin.profit.startsWith("-");
  return {
    ...cost,
    margin: { amount: marginText(formatMoney(margin.profit, margin.currency), margin.percent), loss },
    messages: [
      ...warnings,
      ...(loss ? [LOSS_MESSAGE] : []),
      ...(activeSubmissions > 1 && orderCost === null ? [sharedPaymentText(activeSubmissions)] : []),
    ],
  };
}

type ActionOutcome = { action: Action; result: ActionResult } | ({ action: "refresh" } & RefreshResult);

const NOT_NOW = `${PAGE.conflict.title}. ${PAGE.conflict.text}`;

/** The result of an action in sentences, with the order after it. */
export function actionResponse(outcome: ActionOutcome, card: OrderCard): ActionResponse {
  if (outcome.action !== "refresh") {
    const { result, action } = outcome;
    if (result === "done") return { done: true, messages: [`${DONE_MESSAGES[action]}.`], card };
    if (result === "unchanged") return { done: true, messages: [`${PAGE.unchanged}.`], card };
    return { done: false, messages: [result === "not_found" ? PAGE.notFound : NOT_NOW], card };
  }
  if (outcome.result === "not_found") return { done: false, messages: [PAGE.notFound], card };
  const problems = refreshProblems(outcome.refreshed);
  if (problems.length > 0) return { done: false, messages: problems, card };
  return { done: true, messages: [`${refreshDoneMessage(outcome.refreshed)}.`], card };
}
