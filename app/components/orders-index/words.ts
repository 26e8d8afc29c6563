import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { SORTS } from "../../orders/pages/list/list-query.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";

export interface TabCopy {
  label: string;
  /** What the tab says when nothing stands on it. */
  empty: string;
  hint: string;
}

export const TAB_COPY: Readonly<Record<Tab, TabCopy>> = {
  all: { label: "All", empty: "No orders", hint: "Orders placed in your store appear here by themselves." },
  attention: {
    label: "Needs attention",
    empty: "Nothing needs attention",
    hint: "Orders that cannot go on without somebody appear here.",
  },
  waiting: {
    label: "Waiting",
    empty: "No order is waiting",
    hint: "Orders that are not sent to the print service yet appear here.",
  },
  at_provider: {
    label: "At the print service",
    empty: "Nothing is at the print service",
    hint: "Orders that were sent and have not shipped yet appear here.",
  },
  shipped: {
    label: "Shipped",
    empty: "Nothing is on its way",
    hint: "Orders with tracking that are not fulfilled in Shopify yet appear here.",
  },
  fulfilled: {
    label: "Fulfilled",
    empty: "No order is fulfilled yet",
    hint: "Orders whose printed items are all fulfilled in Shopify appear here.",
  },
  not_printed: {
    label: "Not printed",
    empty: "Every order is printed",
    hint: "Orders with nothing to print, cancelled ones, and those from before go-live appear here.",
  },
};

type SortOptions = { label: string; value: (typeof SORTS)[number]; directionLabel: string }[];

export const SORT_OPTIONS: SortOptions = [
  { label: "Placed", value: "placed desc", directionLabel: "Newest first" },
  { label: "Placed", value: "placed asc", directionLabel: "Oldest first" },
  { label: "Updated", value: "updated desc", directionLabel: "Newest first" },
  { label: "Updated", value: "updated asc", directionLabel: "Oldest first" },
];

/** Why nothing of an order is at the print service or on its way there. */
export function notPrintedLabel({ ignoredReason, cancelled, units }: OrderSummary): string {
  if (ignoredReason === "before_go_live") return "Before go-live";
  if (ignoredReason !== null) return "Left alone";
  if (cancelled) return "Cancelled";
  return units.printable === 0 ? "Nothing to print" : "Nothing left to send";
}

/** `3 items`, `2 of 3 items`, `None of 3 items`: what is ours of an order. */
export function itemsToPrintLabel({ printable, all }: OrderSummary["units"]): string {
  const items = all === 1 ? "item" : "items";
  if (printable === all) return `${all} ${items}`;
  return `${printable === 0 ? "None" : printable} of ${all} ${items}`;
}
