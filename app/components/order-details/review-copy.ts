import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { ReviewOutcome } from "../../orders/actions/approve-reviews.ts";
import type { PlannedWaitView } from "../../orders/pages/details/submission-view.ts";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { formatNumber, formatUpTo, pluralize } from "../common/format.ts";

/** Texts of the page that shows one order after another whose personalization waits for a person. */
export const REVIEW = {
  title: "Review personalization",
  back: "Orders",
  several: "Approve several…",
  order: (name: string) => `Order ${name}`,
  /** `3 of 41 · 39 left`. */
  progress: (position: number, waiting: number) => {
    const isCapped = waiting >= COUNT_LIMIT;
    const total = formatNumber(position - 1 + waiting);
    return isCapped ? `${formatNumber(position)} of ${total} or more` : `${formatNumber(position)} of ${total}`;
  },
  left: (waiting: number) => `${formatUpTo(COUNT_LIMIT, waiting)} left`,
  reviewed: "All reviewed",
  reviewedText: "Orders whose personalization needs a review appear here.",
  viewOrders: "View orders",
  end: (skipped: number) => `End of the list: ${pluralize(skipped, "order")} skipped`,
  endText: "Skipped orders stay on hold until somebody reviews them.",
  startAgain: "Review skipped orders",
  skip: "Skip",
  correct: "Correct…",
  loading: "Loading order",
  unreachable: "This order couldn't be loaded. Try again in a moment, or skip the order.",
  textsUnread: "Shopify isn't showing the customer's text right now. Try again in a moment, or skip the order.",
  notShown: "Part of this order can't be shown here. Review it on the order's page.",
  openOrder: "Open order",
  customerWrote: "Customer wrote",
  printNote: "Print note to be sent",
  noNote: "No print note is sent with this item.",
  noArtwork: "No artwork yet",
  orderNote: "Order note",
  otherItems: "Also in this order",
  otherItem: (quantity: number, title: string) => `${formatNumber(quantity)} × ${title}`,
  otherHolds: "Also on hold",
  otherHoldsText: "A review doesn't clear this. The order waits for it afterward, too.",
  changed: "This order changed while you were reviewing it. This is what it says now.",
  keys: "Keyboard shortcuts",
  keysText: "They work while the order is in focus.",
};

/** Single keys count only while the focus is within the order (WCAG 2.1.4). */
export const REVIEW_KEYS = {
  approve_personalization: "A",
  print_without_details: "P",
  correct: "C",
  skip: "S",
  exclude: "D",
} as const;

/** What becomes of an order that was approved. */
interface AfterReview {
  /** What still holds it. */
  holds: readonly AttentionCode[];
  /** What it waits for then; null: nothing. */
  waitsFor: PlannedWaitView["for"] | null;
}

const WAITS: Readonly<Record<PlannedWaitView["for"], string>> = {
  edit_window: "Goes to print when its edit window ends",
  sending_time: "Goes to print at the next sending time",
  pause: "Waits until sending is resumed",
  staff: "Waits until you send it",
};

function afterReview({ holds, waitsFor }: AfterReview): string {
  if (holds.length > 0) return `Still waits for: ${holds.map((code) => ATTENTION[code].label).join(", ")}`;
  return waitsFor === null ? "Goes to print now" : WAITS[waitsFor];
}

/** The toast after an act. `done`: what was done. */
export const doneToast = (name: string, done: string, after: AfterReview): string =>
  `${name}: ${done}. ${afterReview(after)}`;

export const plainToast = (name: string, done: string): string => `${name}: ${done}`;

/** Why an order was not approved. */
export const OUTCOME_NOTICES: Readonly<Record<Exclude<ReviewOutcome, "approved">, (name: string) => string>> = {
  changed: (name) => `Order ${name} changed meanwhile and wasn't approved. Review what it says now.`,
  reviewed: (name) => `Order ${name} no longer needs a review. Somebody else reviewed it, or it changed.`,
  canceled: (name) => `Order ${name} was canceled.`,
  not_found: (name) => `Order ${name} is no longer in this store.`,
};

export const REVIEW_LIST = {
  title: "Approve several orders",
  intro: (count: number) => `The next ${pluralize(count, "order")}. Read each one, then select the orders to approve.`,
  select: (name: string) => `Approve order ${name}`,
  selectAll: "Select all orders shown",
  oneByOne: "Decide on this order by itself: the customer's text won't be printed.",
  approve: (count: number) => `Approve ${pluralize(count, "order")}`,
  cancel: "Cancel",
  done: (approved: number, going: number) =>
    `${pluralize(approved, "order")} approved, ${formatNumber(going)} of them ${going === 1 ? "goes" : "go"} to print now`,
  waits: (name: string, after: AfterReview) => `Order ${name}: ${afterReview(after).toLowerCase()}`,
};
