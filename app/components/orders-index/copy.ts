import type { BulkAction, BulkResult } from "../../orders/actions/bulk-actions.ts";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { STAGE_NAMES } from "../../orders/core/state-names.ts";
import type { Column } from "../../orders/pages/list/columns.ts";
import type { ChoiceFilter } from "../../orders/pages/list/filter-choices.ts";
import type { OrderMark, OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { SORTS } from "../../orders/pages/list/list-query.ts";
import { isShortSearch, SHORTEST_PART } from "../../orders/pages/list/short-search.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { stateLabel, type LabelCopy } from "../common/labels.ts";

/* The page */

export const PAGE = {
  title: "Orders",
  resource: { singular: "order", plural: "orders" },
  pagination: "Pages of orders",
  searchFailed: { title: "Inkbridge couldn't be reached", text: "These are the orders from before your search." },
};

/** The file with the orders of the list, all pages of it. */
export const EXPORT = {
  action: "Export",
  done: "Orders exported",
  fileName: "orders.csv",
  failed: { title: "The file couldn't be saved", text: "Try again in a moment." },
};

/** What an empty list says that has a filter or this search. */
export const noMatches = (search: string) => ({
  title: "No orders found",
  hint:
    search !== "" && isShortSearch(search)
      ? `Enter at least ${SHORTEST_PART} characters, or a whole order number.`
      : "Try changing the filters or search term.",
});

export const ACCOUNT_MESSAGES = {
  not_connected: "Orders are held until you connect.",
  account_rejected: "Orders are held until you reconnect.",
} as const;

export const NO_ORDERS = {
  title: "Your orders will appear here",
  message:
    "Orders placed after your start date appear here automatically, and orders with mapped products are sent to the print service.",
  notConnected: "Connect the print service and choose your start date in Settings.",
  mapProducts: "Map products",
  openSettings: "Go to settings",
};

/** The tabs, each with the title and the hint of its empty list. */
export const TAB_COPY: Readonly<Record<Tab, { label: string; empty: string; hint: string }>> = {
  all: { label: "All", empty: "No orders", hint: "Orders placed in your store appear here automatically." },
  attention: {
    label: STAGE_NAMES.attention,
    empty: "Nothing needs attention",
    hint: "Orders that need your action appear here.",
  },
  late: {
    label: "Late",
    empty: "No late orders",
    hint: "Orders that take longer than your settings allow appear here.",
  },
  waiting: {
    label: STAGE_NAMES.waiting,
    empty: "No waiting orders",
    hint: "Orders that haven't been sent to the print service appear here.",
  },
  at_provider: {
    label: STAGE_NAMES.at_provider,
    empty: "No orders at the print service",
    hint: "Orders that were sent but haven't shipped appear here.",
  },
  shipped: {
    label: STAGE_NAMES.shipped,
    empty: "No shipped orders",
    hint: "Orders with tracking that aren't fulfilled in Shopify yet appear here.",
  },
  fulfilled: {
    label: STAGE_NAMES.fulfilled,
    empty: "No fulfilled orders",
    hint: "Orders with all print items fulfilled in Shopify appear here.",
  },
  not_printed: {
    label: "Not printed",
    empty: "No skipped orders",
    hint: "Canceled orders, orders with nothing to print, and orders placed before your start date appear here.",
  },
};

type SortOptions = { label: string; value: (typeof SORTS)[number]; directionLabel: string }[];

export const SORT_OPTIONS: SortOptions = [
  { label: "Placed", value: "placed desc", directionLabel: "Newest first" },
  { label: "Placed", value: "placed asc", directionLabel: "Oldest first" },
  { label: "Updated", value: "updated desc", directionLabel: "Newest first" },
  { label: "Updated", value: "updated asc", directionLabel: "Oldest first" },
  { label: "Time in stage", value: "stage asc", directionLabel: "Longest first" },
  { label: "Time in stage", value: "stage desc", directionLabel: "Shortest first" },
];

/* Filters */

export const FILTERS = {
  search: "Search by order, customer, email, city, tracking number, SKU, or product",
  state: "Status",
  reason: "Reason for attention",
  resendable: "Can be sent again",
  excludedInShopify: "Mapped, but not printed",
  late: "Late",
  lateOnly: "Only late orders",
  product: "Product",
  country: "Destination",
  shipping: "Shipping method",
  tag: "Tag",
  placed: "Placed",
  amount: "Print item value",
  amountFrom: "At least",
  amountTo: "At most",
  amountHelp: "In the currency of the order",
  amountInvalid: "Enter an amount, such as 25 or 25.50.",
  reversedAmounts: "The second amount is less than the first one.",
  placedFrom: "Placed from",
  placedTo: "Placed to",
  reversedDays: "The end date is before the start date.",
  timezone: (timezone: string) => `Time zone: ${timezone}`,
};

/** The filters with a list of what occurs in the store. */
export const CHOICES: Readonly<Record<ChoiceFilter, { search: string; none: string }>> = {
  reason: { search: "Search reasons", none: "No order needs attention" },
  product: { search: "Search by product, variant, or SKU", none: "No mapped products" },
  country: { search: "Search countries", none: "No destinations" },
  shipping: { search: "Search shipping methods", none: "No shipping methods" },
  tag: { search: "Search tags", none: "No tags" },
};

export const CHOICE_TEXTS = {
  groups: { hold: "Before sending", problem: "During and after sending", notice: "Delays" },
  counted: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  loading: "Loading",
  noMatch: "No matches",
  failed: "The choices couldn't be loaded. Close this filter and open it again.",
} as const;

export const APPLIED_FILTERS = {
  state: (labels: readonly string[]) => `Status: ${summarize(labels)}`,
  reason: (labels: readonly string[]) => `Reason: ${summarize(labels)}`,
  product: (titles: readonly string[]) => `Product: ${summarize(titles)}`,
  country: (names: readonly string[]) => `Destination: ${summarize(names)}`,
  shipping: (titles: readonly string[]) => `Shipping method: ${summarize(titles)}`,
  tag: (tags: readonly string[]) => `Tag: ${summarize(tags)}`,
  /** "": the range is open on that side. */
  amount: (from: string, to: string) => {
    if (from && to) return `Print item value: ${from} to ${to}`;
    return from ? `Print item value: at least ${from}` : `Print item value: at most ${to}`;
  },
  /** "": the range is open on that side. */
  placed: (from: string, to: string) => {
    if (from && to) return `Placed: ${from} to ${to}`;
    return from ? `Placed: from ${from}` : `Placed: to ${to}`;
  },
};

function summarize([first, second, ...further]: readonly string[]): string {
  const named = second === undefined ? (first ?? "") : `${first}, ${second}`;
  return further.length === 0 ? named : `${named} and ${further.length} more`;
}

/* The table */

/** The heading of the first column. */
export const ORDER_HEADING = { title: "Order" };

export const HEADINGS: Readonly<Record<Column, { title: string; alignment?: "end"; tooltipContent?: string }>> = {
  placed: { title: "Placed" },
  customer: { title: "Customer" },
  destination: { title: "Destination" },
  status: { title: "Status" },
  stage: {
    title: "Days in stage",
    tooltipContent:
      "Business days since the order began to wait, was sent, or shipped. In parentheses: your store's median of the last 60 days",
  },
  attention: { title: "Attention" },
  items: { title: "Print items" },
  shipping: { title: "Shipping method" },
  production: { title: "Production status" },
  tracking: { title: "Tracking" },
  value: {
    title: "Print item value",
    alignment: "end",
    tooltipContent:
      "What the order's print items cost your customer after discounts, plus shipping, before tax, paid or not",
  },
};

/** The choice of columns. */
export const COLUMN_CHOICE = {
  action: "Columns",
  title: "Columns",
  choices: "Shown beside the order",
  apply: "Apply",
  cancel: "Cancel",
  reset: "Use default columns",
  none: "Choose at least one column.",
  hint: "Save the list as a view to keep its columns.",
};

export const ROW = {
  select: (name: string) => `Select order ${name}`,
  /** Screen readers hear them after `+2`. */
  moreSubmissions: "more print orders",
  moreReasons: "more reasons",
  days: (count: number) => pluralize(count, "day"),
  usual: (count: number) => `(usually ${formatNumber(count)})`,
  late: "Late",
  packages: (count: number) => pluralize(count, "package"),
};

/** The badges beside an order's name. */
export const MARK_LABELS: Readonly<Record<OrderMark, LabelCopy>> = {
  cancelled: { label: "Canceled", tone: "warning" },
  ended_at_provider: { label: "Ended by print service", tone: "warning" },
  practice: { label: "Practice", tone: "info" },
  test: { label: "Test" },
  changed: { label: "Changed" },
  reprint: { label: "Reprint" },
};

/** `Springfield, United States`; "" while unknown. */
export function destinationLabel(customer: OrderSummary["customer"]): string {
  return [customer?.city, customer?.country].filter(Boolean).join(", ");
}

/** Why an order has no submission at, or on its way to, the print service. */
export function notPrintedLabel({ ignoredReason, cancelled, units }: OrderSummary): string {
  if (ignoredReason === "before_go_live") return "Before start date";
  if (ignoredReason !== null) return "Skipped";
  if (cancelled) return "Canceled";
  return units.printable === 0 ? "Nothing to print" : "Nothing left to send";
}

/** The status of an order in a word or two, as its badge says. */
export const statusLabel = (order: OrderSummary): string =>
  order.state === null ? notPrintedLabel(order) : stateLabel(order.state, order.reasons).label;

/** `3 items`, `2 of 3 items`, `None`: how many items of an order are printed. */
export function itemsToPrintLabel({ printable, all }: OrderSummary["units"]): string {
  if (printable === 0) return "None";
  return printable === all ? pluralize(all, "item") : `${formatNumber(printable)} of ${pluralize(all, "item")}`;
}

/* Actions on several orders */

export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  approve: "Approve",
  hold: "Put on hold",
  send_now: "Send now",
  send_ignored: "Send anyway",
  acknowledge: "Mark as resolved",
  retry_fulfillment: "Retry in Shopify",
  pay_at_provider: "Pay at print service",
  exclude: "Don't print",
  refresh: "Refresh",
};

/** What a rejected order is offered in the place of `send_now`, which speaks of edit window and sending times. */
export const SEND_AGAIN = "Send again";

/** The dialogs of the bulk actions that cannot be undone. */
export type BulkDialog =
  | Extract<BulkAction, "approve" | "send_now" | "send_ignored" | "acknowledge" | "pay_at_provider" | "exclude">
  | "send_again";

export const BULK_CONFIRMATIONS: Readonly<
  Record<BulkDialog, { title(count: number): string; button(count: number): string; message: string }>
> = {
  approve: {
    title: (count) => `Approve ${pluralize(count, "order")}?`,
    button: (count) => `Approve ${pluralize(count, "order")}`,
    message:
      "Orders are sent to print once nothing else holds them, at the time that your settings say. Fraud risks, personalization, unpaid orders, test orders, and pickups are approved one by one.",
  },
  send_now: {
    title: (count) => `Send ${pluralize(count, "order")} to print now?`,
    button: (count) => `Send ${pluralize(count, "order")}`,
    message:
      "Orders that are ready are sent immediately, without waiting for the edit window or the next sending time. Orders on hold stay on hold. Orders can't be canceled after they're sent.",
  },
  send_again: {
    title: (count) => `Send ${pluralize(count, "rejected order")} again?`,
    button: (count) => `Send ${pluralize(count, "order")} again`,
    message:
      "The orders are sent to print immediately. The print service rejects an order again if its problem isn't fixed.",
  },
  send_ignored: {
    title: (count) => `Send ${pluralize(count, "order")} placed before your start date?`,
    button: (count) => `Send ${pluralize(count, "order")} anyway`,
    message:
      "The unfulfilled items that are mapped are sent to print, at the time that your settings say. Make sure that the orders weren't sent to print any other way.",
  },
  acknowledge: {
    title: (count) => `Mark ${pluralize(count, "order")} as resolved?`,
    button: (count) => `Mark ${pluralize(count, "order")} as resolved`,
    message: "This only dismisses the alerts. Nothing is sent or canceled.",
  },
  pay_at_provider: {
    title: (count) => `Pay for ${pluralize(count, "order")}?`,
    button: (count) => `Pay for ${pluralize(count, "order")}`,
    message: "The print service charges your balance there, then prints the orders.",
  },
  exclude: {
    title: (count) => `Don't print ${pluralize(count, "order")}?`,
    button: (count) => `Don't print ${pluralize(count, "order")}`,
    message:
      "Items that aren't sent yet won't be printed, and stay unfulfilled in Shopify. To print an item after all, open its order.",
  },
};

/** What the dialog of an approval lists of the selected orders. */
export const BULK_APPROVAL = {
  ends: "This clears:",
  stays: "This stays, and holds the order:",
  ended: (code: AttentionCode, count: number) => `${ATTENTION[code].label} (${pluralize(count, "order")})`,
  staying: (code: AttentionCode, names: readonly string[]) => `${ATTENTION[code].label}: ${names.join(", ")}`,
  dismisses: "This dismisses:",
  margin: (minimum: number) =>
    `The margin is checked before an order is sent. An order below your minimum of ${minimum}% is held again.`,
};

/** The dialog before orders are paid for at the print service. */
export const BULK_PAYMENT = {
  sum: "The orders cost:",
  known: (count: number, amount: string) => `${amount} (${pluralize(count, "order")}, as quoted or billed)`,
  unknown: (count: number) => `Not known until paid (${pluralize(count, "order")})`,
  loading: "Adding up what the orders cost…",
};

export const BULK_MESSAGE = {
  left: (names: readonly string[]) =>
    `Addresses, items, and duplicates need a message of their own. Write that message from the order: ${names.join(", ")}.`,
};

const DONE_LABELS: Readonly<Record<BulkAction, string>> = {
  approve: "approved",
  hold: "put on hold",
  send_now: "on the way to the print service",
  send_ignored: "going to print at the time that your settings say, unless something holds them",
  acknowledge: "marked as resolved",
  retry_fulfillment: "being retried in Shopify",
  pay_at_provider: "being paid at the print service",
  exclude: "not printed",
  refresh: "being refreshed",
};

/** `3 orders approved`; null when there are none. `minimumMargin`: a check of the margin, in percent, is still to come. */
export function doneMessage(
  action: BulkAction,
  results: readonly BulkResult[],
  minimumMargin: number | null,
): string | null {
  const done = results.filter((result) => result.skipReason === null && result.heldBy === null).length;
  if (done === 0) return null;
  const label = action === "approve" && minimumMargin !== null ? MARGIN_TO_CHECK : DONE_LABELS[action];
  return `${pluralize(done, "order")} ${label}`;
}

/** Nobody has approved a margin that is not known yet. */
const MARGIN_TO_CHECK = "approved, with the margin still to be checked";

const SKIP_MESSAGES = {
  paused: "Sending is paused. Resume sending first",
  not_found: "No longer in this store",
  nothing_to_send: "Nothing to send",
  already_sent: "Already sent to the print service",
  invalid_state: "Rejected by the print service. Fix the problem, then send again",
  unchanged: "No changes needed",
  changed: "New problem since this page was loaded. Check the order, then try again",
} as const;

/** What `invalid_state` stands for where it is about a payment. */
const NOT_PAYABLE = "Not unpaid at the print service, or no longer wanted";

type Skipped = Pick<BulkResult, "skipReason" | "heldBy">;

/** Why a bulk action did not send an order on; null where it did. */
export function skipReason({ skipReason, heldBy }: Skipped, action?: BulkAction): string | null {
  if (action === "pay_at_provider" && skipReason === "invalid_state") return NOT_PAYABLE;
  if (heldBy) return `Still held: ${ATTENTION[heldBy].label}`;
  return skipReason && SKIP_MESSAGES[skipReason];
}

/** Whether an order was skipped since nothing was left to do. An order that was sent can no longer be put on hold. */
export function needsNothing(action: BulkAction, { skipReason, heldBy }: Skipped): boolean {
  if (skipReason === "unchanged") return heldBy === null;
  return action !== "hold" && (skipReason === "already_sent" || skipReason === "nothing_to_send");
}

export const BULK_OUTCOME = {
  failed: (count: number) => `${pluralize(count, "order")} couldn't be updated`,
  unneeded: (count: number) => `${pluralize(count, "order")} didn't need this`,
  reason: (reason: string, count: number) => `${reason} (${pluralize(count, "order")})`,
};
