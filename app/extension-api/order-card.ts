import { formatDateTime } from "../components/common/format.ts";
import { detailMessages } from "../components/order-details/detail-words.ts";
import { DUE_LABELS } from "../components/order-details/due-words.ts";
import { fixLink } from "../components/order-details/fix-links.ts";
import { nothingToPrintCopy } from "../components/order-details/nothing-words.ts";
import {
  PARCEL_TONES,
  PARCEL_LABELS,
  REPLACED_MESSAGE,
  STATE_MESSAGES,
} from "../components/order-details/submission-words.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import type { OrderSummary } from "../orders/pages/details/order-summary.ts";
import type { CardParcel, CardReason, Countdown, OrderCard } from "./responses.ts";
import { cardActions } from "./card-actions.ts";
import { badge, reasonLabel, stateLabel } from "./badges.ts";

/** The order `number` of Shopify as its extensions show it. `timezone`: the shop's, IANA. */
export function orderCard(summary: OrderSummary, number: string, timezone: string): OrderCard {
  const { current } = summary;
  return {
    name: summary.name,
    page: `/app/orders/${number}`,
    state: current && stateLabel(current.state),
    message: statusMessage(summary),
    countdown: countdownOf(summary, timezone),
    reasons: summary.reasons.map((reason) => cardReason(reason, number)),
    parcels: summary.parcels.map(cardParcel),
    submission: current && {
      id: current.id,
      reference: current.reference,
      items: summary.items[current.id] ?? [],
    },
    actions: cardActions(summary),
    now: summary.now,
    shouldPoll: shouldPoll(summary),
  };
}

/** An order that the app has not read yet, or that is none of this shop. */
export function unknownOrder(now: string): OrderCard {
  return {
    name: "",
    page: null,
    state: null,
    message: "Inkbridge does not know this order. A new order appears here within a minute.",
    countdown: null,
    reasons: [],
    parcels: [],
    submission: null,
    actions: [],
    now,
    shouldPoll: true,
  };
}

function statusMessage({ current, ignoredReason, cancelled }: OrderSummary): string {
  if (!current) return Object.values(nothingToPrintCopy({ ignoredReason, cancelled })).join(" ");
  return current.replaced ? REPLACED_MESSAGE : STATE_MESSAGES[current.state];
}

/** What is at the print service moves, too, but in hours. */
function shouldPoll({ current }: OrderSummary): boolean {
  if (!current || current.state === "cancelled") return false;
  return current.state === "submitting" || (MUTABLE_STATES.includes(current.state) && current.due !== null);
}

function countdownOf({ current }: OrderSummary, timezone: string): Countdown | null {
  const due = current?.replaced ? null : current?.due;
  const labels = due && DUE_LABELS[due.what];
  return labels ? { ...labels, at: due.at, atText: formatDateTime(due.at, timezone) } : null;
}

function cardReason(reason: OrderSummary["reasons"][number], number: string): CardReason {
  const { id, code, message, about, fix } = reason;
  const link = fixLink(reason, number);
  return {
    id,
    label: reasonLabel(code),
    message,
    about,
    details: detailMessages(reason),
    fix,
    // What is mended in Shopify is mended on the page that shows this.
    link: link && !link.external ? { label: link.label, href: appLink(link.url) } : null,
  };
}

/** A path of the app as an extension of the admin links to it (shopify: custom protocols). */
export const appLink = (path: string): string => `app:${path.replace(/^\//, "")}`;

function cardParcel({ trackingNumber, trackingUrl, state }: OrderSummary["parcels"][number]): CardParcel {
  return {
    trackingNumber,
    trackingUrl: /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    state: badge(PARCEL_LABELS[state], PARCEL_TONES[state]),
  };
}
