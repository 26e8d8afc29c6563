import { moment } from "../components/common/format.ts";
import { detailWords } from "../components/order-details/detail-words.ts";
import { DUE_WORDS } from "../components/order-details/due-words.ts";
import { mendLink } from "../components/order-details/fix-links.ts";
import { nothingWords } from "../components/order-details/nothing-words.ts";
import { PARCEL_TONES, PARCEL_WORDS, REPLACED, STATE_SAYS } from "../components/order-details/submission-words.ts";
import { OPEN_STATES } from "../orders/core/transitions.ts";
import type { OrderGlance } from "../orders/pages/details/order-summary.ts";
import type { CardParcel, CardReason, Countdown, OrderCard } from "./responses.ts";
import { cardActs } from "./card-actions.ts";
import { badge, reasonLabel, stateLabel } from "./badges.ts";

/** The order `number` of Shopify as its extensions show it. `timezone`: the shop's, IANA. */
export function orderCard(glance: OrderGlance, number: string, timezone: string): OrderCard {
  const { current } = glance;
  return {
    name: glance.name,
    page: `/app/orders/${number}`,
    state: current && stateLabel(current.state),
    says: saysOf(glance),
    countdown: countdownOf(glance, timezone),
    reasons: glance.reasons.map((reason) => cardReason(reason, number)),
    parcels: glance.parcels.map(cardParcel),
    submission: current && {
      id: current.id,
      reference: current.reference,
      items: glance.items[current.id] ?? [],
    },
    acts: cardActs(glance),
    now: glance.now,
    moves: movesOf(glance),
  };
}

/** An order that the app has not read yet, or that is none of this shop. */
export function unknownOrder(now: string): OrderCard {
  return {
    name: "",
    page: null,
    state: null,
    says: "Inkbridge does not know this order. A new order appears here within a minute.",
    countdown: null,
    reasons: [],
    parcels: [],
    submission: null,
    acts: [],
    now,
    moves: true,
  };
}

function saysOf({ current, leftAlone, cancelled }: OrderGlance): string {
  if (!current) return Object.values(nothingWords({ leftAlone, cancelled })).join(" ");
  return current.replaced ? REPLACED : STATE_SAYS[current.state];
}

/** What is at the print service moves, too, but in hours. */
function movesOf({ current }: OrderGlance): boolean {
  if (!current || current.state === "cancelled") return false;
  return current.state === "submitting" || (OPEN_STATES.includes(current.state) && current.due !== null);
}

function countdownOf({ current }: OrderGlance, timezone: string): Countdown | null {
  const due = current?.replaced ? null : current?.due;
  const words = due && DUE_WORDS[due.what];
  return words ? { ...words, at: due.at, atWords: moment(due.at, timezone) } : null;
}

function cardReason(reason: OrderGlance["reasons"][number], number: string): CardReason {
  const { id, code, says, about, mend } = reason;
  const link = mendLink(reason, number);
  return {
    id,
    label: reasonLabel(code),
    says,
    about,
    details: detailWords(reason),
    mend,
    // What is mended in Shopify is mended on the page that shows this.
    link: link && !link.outside ? { label: link.label, href: appLink(link.url) } : null,
  };
}

/** A path of the app as an extension of the admin links to it (shopify: custom protocols). */
export const appLink = (path: string): string => `app:${path.replace(/^\//, "")}`;

function cardParcel({ trackingNumber, trackingUrl, state }: OrderGlance["parcels"][number]): CardParcel {
  return {
    trackingNumber,
    trackingUrl: /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    state: badge(PARCEL_WORDS[state], PARCEL_TONES[state]),
  };
}
