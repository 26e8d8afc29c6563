import { formatFullDateTime } from "../components/common/format.ts";
import {
  detailMessages,
  DUE_LABELS,
  IN_EDIT_WINDOW_MESSAGE,
  nothingToPrintCopy,
  PARCEL_LABELS,
  PARCEL_TONES,
  REPLACED_MESSAGE,
  STATE_MESSAGES,
} from "../components/order-details/copy.ts";
import { fixLink } from "../components/order-details/fix-links.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import { byUrgency } from "../orders/core/attention.ts";
import type { OrderDetails } from "../orders/pages/details/order-details.ts";
import type { ReasonView } from "../orders/pages/details/reason-views.ts";
import type { ParcelView, SubmissionView } from "../orders/pages/details/submission-view.ts";
import type { CardParcel, CardReason, Countdown, OrderCard } from "./responses.ts";
import { cardActions, cardItems } from "./card-actions.ts";
import { badge, reasonLabel, stateLabel } from "./badges.ts";

const UNKNOWN_ORDER_MESSAGE = "Inkbridge hasn't received this order. New orders appear within a minute.";

/** The order as the extensions show it. `timezone`: the shop's, IANA. */
export function orderCard(order: OrderDetails, timezone: string): OrderCard {
  const current = order.submissions.find(({ id }) => id === order.currentSubmissionId) ?? null;
  const reasons = order.reasons.toSorted((a, b) => byUrgency(a.code, b.code));
  return {
    name: order.name,
    page: `/app/orders/${order.number}`,
    state: current && stateLabel(current.state),
    message: statusMessage(order, current),
    countdown: countdownOf(current, timezone),
    reasons: reasons.map((reason) => cardReason(reason, order.number)),
    parcels: order.submissions.flatMap(({ parcels }) => parcels.map(cardParcel)),
    submission: current && { id: current.id, reference: current.reference, items: cardItems(current) },
    actions: cardActions(order, reasons),
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
    message: UNKNOWN_ORDER_MESSAGE,
    countdown: null,
    reasons: [],
    parcels: [],
    submission: null,
    actions: [],
    now,
    shouldPoll: true,
  };
}

function statusMessage(order: OrderDetails, current: SubmissionView | null): string {
  if (!current) {
    const { title, text } = nothingToPrintCopy(order);
    return `${title}. ${text}`;
  }
  if (current.replaced) return REPLACED_MESSAGE;
  return current.due?.what === "edit_window" ? IN_EDIT_WINDOW_MESSAGE : STATE_MESSAGES[current.state];
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

function cardReason(reason: ReasonView, number: string): CardReason {
  const { id, code, message, about, fix } = reason;
  const link = fixLink(reason, number);
  return {
    id,
    label: reasonLabel(code),
    message,
    about,
    details: detailMessages(reason),
    fix,
    // A link to the order in Shopify is useless here: the extension is on that page.
    link: link && !link.external ? { label: link.label, href: appLink(link.url) } : null,
  };
}

/** The link to a path of the app from an admin extension (shopify: custom protocols). */
export const appLink = (path: string): string => `app:${path.replace(/^\//, "")}`;

function cardParcel({ trackingNumber, trackingUrl, state }: ParcelView): CardParcel {
  return {
    trackingNumber,
    trackingUrl: /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    state: badge(PARCEL_LABELS[state], PARCEL_TONES[state]),
  };
}
