import { badge, type Tone } from "../pages/badge.ts";
import type { Html } from "../pages/html.ts";
import type { Order, Shop } from "./model.ts";
import { amount } from "./money.ts";
import { displayFulfillmentStatus } from "./order-status.ts";

/** e.g. `$61.90`, `CA$61.90`, `¥6,190` */
export function price(value: Parameters<typeof amount>[0], currency: string): string {
  const style = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return style.format(amount(value, currency) as Intl.StringNumericLiteral);
}

/** In the shop's own time zone, which is said. */
export const when = (at: Date, shop: Shop): string =>
  new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: shop.timezone,
  }).format(at);

/** `PARTIALLY_FULFILLED` → `Partially fulfilled` */
export function sentence(code: string): string {
  const text = code.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const PAYMENT: Partial<Record<Order["financialStatus"], Tone>> = {
  PENDING: "warning",
  AUTHORIZED: "attention",
  PARTIALLY_PAID: "attention",
};
export const paymentBadge = (order: Order): Html =>
  badge(
    order.financialStatus === "PENDING" ? "Payment pending" : sentence(order.financialStatus),
    PAYMENT[order.financialStatus],
  );

const FULFILLMENT: Record<string, Tone> = {
  UNFULFILLED: "attention",
  PARTIALLY_FULFILLED: "attention",
  IN_PROGRESS: "info",
  ON_HOLD: "warning",
  SCHEDULED: "info",
};
export function fulfillmentBadge(order: Order): Html {
  const status = displayFulfillmentStatus(order);
  return badge(sentence(status), FULFILLMENT[status]);
}

export const personOf = ({ customer, shippingAddress }: Order): string => {
  const from = customer ?? shippingAddress;
  return [from?.firstName, from?.lastName].filter(Boolean).join(" ") || "No customer";
};
