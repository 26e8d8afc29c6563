import type { DryRunMoney, DryRunView } from "../../dry-run/read-dry-run.ts";
import { MAX_ORDERS } from "../../dry-run/limits.ts";
import { formatMoney, formatNumber, pluralize } from "../common/format.ts";

/** Texts of the dry run page. */
export const COPY = {
  title: "Dry run",
  subtitle: "Your last 30 days of orders, checked without sending anything",
  start: "Start dry run",
  again: "Run again",
  cancel: "Cancel dry run",
  canceled: "Dry run canceled",
  intro: {
    title: "See what would have happened to your last 30 days of orders",
    text: "Inkbridge checks each order against your mappings and settings, and asks the print service for prices. Nothing is sent to print, and no order is changed.",
  },
  progress: {
    listing: "Finding your orders…",
    checking: (checked: number, total: number) => `${formatNumber(checked)} of ${pluralize(total, "order")} checked`,
    label: "Progress of the dry run",
    leave: "You can leave this page. The dry run continues, and the results stay here for 30 days.",
  },
  noOrders: {
    title: "No orders in the last 30 days",
    text: "Place a test order in your store, or come back when you have orders.",
  },
  banners: {
    failed: { title: "The dry run stopped", action: "Try again" },
    waiting: { title: "The dry run is waiting" },
    canceled: {
      title: "The dry run was canceled",
      text: (checked: number, total: number) =>
        `${formatNumber(checked)} of ${pluralize(total, "order")} were checked.`,
    },
    outdated: {
      title: "Settings or mappings have changed since this dry run",
      text: "Run the dry run again to see the effect of the changes.",
    },
    truncated: `Your store has more orders than a dry run checks. The newest ${formatNumber(MAX_ORDERS)} were checked.`,
    notConnected: "Until you connect, a dry run checks mappings and settings, but has no prices.",
    accountRejected: "Until you reconnect, a dry run checks mappings and settings, but has no prices.",
  },
  summary: {
    withoutPerson: (ready: number, total: number) =>
      `${formatNumber(ready)} of ${pluralize(total, "order")} would print automatically`,
    nothing: "None of your orders had anything to print",
    startedOn: "Orders placed since",
    cost: "Print cost",
    margin: "Margin",
    unknown: "Not available",
    standard: "Standard shipping, without tax.",
    assumption:
      "Each order was checked in its current state in Shopify, as if none of its items had been fulfilled. When an order leaves depends on your edit window and sending times.",
  },
  reasons: {
    title: "Why orders would be held",
    orders: (orders: number) => pluralize(orders, "order"),
  },
  costProblems: "Orders without a cost",
  table: {
    headings: [
      { title: "Order" },
      { title: "Date" },
      { title: "Result" },
      { title: "Items", alignment: "end" },
      { title: "Cost", alignment: "end" },
      { title: "Margin", alignment: "end" },
      { title: "Fix" },
    ],
    resource: { singular: "order", plural: "orders" },
    all: "All",
    reason: "Reason",
    anyReason: "Any reason",
    pages: "Pages of the checked orders",
    empty: { title: "No orders found", hint: "Choose another result or reason." },
    items: (print: number, other: number) =>
      other === 0 ? formatNumber(print) : `${formatNumber(print)} of ${formatNumber(print + other)}`,
    phoneItems: (print: number) => pluralize(print, "item"),
    cost: (cost: string) => `cost ${cost}`,
    margin: (margin: string) => `margin ${margin}`,
    mapVariant: "Map variant",
    settings: "Go to settings",
    openInShopify: (name: string) => `Open ${name} in Shopify`,
  },
  export: {
    action: "Export",
    done: "File saved",
    fileName: "dry-run.csv",
    failed: { title: "The file couldn't be saved", text: "Try again in a moment." },
  },
} as const;

type Problem = NonNullable<DryRunView["problem"]>;

/** Why a dry run waits, or stopped. */
export const PROBLEM_TEXT: Readonly<Record<Problem, string>> = {
  shopify_unavailable: "Shopify didn't respond, or limited how fast orders can be read.",
  access_denied: "Shopify denied access to your orders. Open Inkbridge from your Shopify admin again.",
};

/** The same while it is tried again. */
export const waitingText = (problem: Problem): string =>
  `${PROBLEM_TEXT[problem]} Inkbridge tries again automatically.`;

/** Of how many orders the cost is the sum. */
export const costNote = ({ pricedOrders }: DryRunMoney, total: number): string =>
  `${COPY.summary.standard} ${formatNumber(pricedOrders)} of ${pluralize(total, "order")}.`;

/** The sum of the margins, e.g. `$240.00 USD (31.5%)`; why there is none. */
export function marginText({ money, currency }: Pick<DryRunView, "money" | "currency">): string {
  if (money.marginOrders === 0 || money.currency === null) return COPY.summary.unknown;
  const amount = formatMoney(money.profit, money.currency);
  return money.percent === null || currency !== money.currency ? amount : `${amount} (${money.percent}%)`;
}

/** What the margin is made of; where two currencies meet, why there is none. */
export function marginNote({ money, currency }: Pick<DryRunView, "money" | "currency">): string {
  if (money.currency !== null && money.currency !== currency)
    return `The print service bills in ${currency}, and your store sells in ${money.currency}.`;
  if (money.marginOrders === 0 || money.currency === null) return "";
  return `Customers paid ${formatMoney(money.paid, money.currency)}. ${pluralize(money.marginOrders, "order")}.`;
}
