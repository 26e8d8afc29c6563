import type { Bucket, MismatchReason, Repair } from "../../orders/reconciliation/buckets.ts";
import type { OkCategory } from "../../orders/reconciliation/classify.ts";
import { MAX_DAYS, type RangeProblem } from "../../settings/date-range.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import type { RepairOutcome, RepairResult } from "../../orders/reconciliation/repair.ts";
import { pluralize } from "../common/format.ts";

/** Texts of the reconciliation page. */
export const COPY = {
  title: "Compare with the print service",
  subtitle: "Differences between the orders you sent and the print service's orders",
  compared: "Compared",
  comparing: "Comparing with the print service. For many orders, this can take a few minutes.",
  progress: "Orders read from the print service",
  range: {
    from: "Sent from",
    to: "Sent to",
    compare: "Compare",
  },
  export: {
    action: "Export",
    busy: "Exporting",
    bucket: "This tab (CSV)",
    all: "All differences (CSV)",
    done: "Differences exported",
    fileName: "print-service-differences.csv",
    failed: { title: "The file couldn't be saved", text: "Try again in a moment." },
  },
  notCompared: {
    not_connected: "Connect your account to compare orders.",
    account_rejected: "Reconnect your account to compare orders.",
    unavailable: {
      title: "The print service's orders couldn't be read",
      text: "Nothing was compared, because an incomplete list would show orders as missing.",
    },
    date_filter_ignored: {
      title: "The print service returned orders from other dates",
      text: "Nothing was compared, because orders from your dates would look missing. Try again with today only.",
    },
    unreachable: {
      title: "Inkbridge couldn't be reached",
      text: "A comparison that was started continues.",
    },
  },
  table: {
    headings: ["Order", "Inkbridge", "Print service", "Difference", "Fix"],
    app: "Inkbridge",
    provider: "Print service",
    resource: { singular: "difference", plural: "differences" },
    pages: "Pages of differences",
    page: (first: number, last: number, all: number) => `${first}–${last} of ${all}`,
  },
  row: {
    noOrder: "No order",
    unknown: "Not found",
    events: (count: number) => `${pluralize(count, "update")} received`,
    sent: "Sent",
    notListed: "Not listed",
    noStatus: "No status",
    number: (number: string) => `Print order ${number}`,
    created: (at: string) => `Created ${at} (print service time)`,
    tracking: (numbers: string) => `Tracking ${numbers}`,
    more: (names: string, more: number) => `${names} and ${more} more`,
    open: (name: string) => `View order ${name}`,
    find: "Find in Shopify",
    fixAll: (count: number) => `Fix all ${count}`,
    fixFirst: (count: number) => `Fix the first ${count}`,
  },
  dismiss: {
    title: "Mark as resolved?",
    text: (order: string, reason: string) =>
      `Order ${order}: ${reason} This removes the difference from this page. Nothing changes at the print service or in Shopify.`,
    action: "Mark as resolved",
  },
} as const;

export const RANGE_PROBLEMS: Readonly<Record<RangeProblem, string>> = {
  invalid_date: "Enter a date",
  reversed: "Enter a date on or after the start date",
  too_long: `Select up to ${MAX_DAYS} days`,
  in_future: "Enter a date that isn't in the future",
};

/** The texts of an empty bucket. */
export const EMPTY_BUCKETS: Readonly<Record<Bucket, { title: string; hint: string }>> = {
  missing_at_provider: {
    title: "No orders missing",
    hint: "Orders you sent that the print service doesn't list appear here.",
  },
  unexpected_at_provider: {
    title: "No unexpected orders",
    hint: "Orders at the print service that weren't sent from this store appear here.",
  },
  shipped_not_fulfilled: {
    title: "All tracking is up to date",
    hint: "Orders the print service has shipped that aren't fulfilled in Shopify appear here.",
  },
  fulfilled_not_shipped: {
    title: "No orders fulfilled early",
    hint: "Fulfilled orders that the print service hasn't shipped appear here.",
  },
};

const REPAIR_LABELS: Readonly<Record<Repair, string>> = {
  look_up: "Check now",
  refresh: "Refresh",
  add_order: "Add order",
  dismiss: COPY.dismiss.action,
};

const REFRESH_LABELS: Partial<Record<MismatchReason, string>> = {
  listed_but_not_sent: "Import",
  unknown_tracking: "Add tracking",
  parcel_not_fulfilled: "Retry",
};

/** The button of a repair. */
export function repairLabel(repair: Repair, why: MismatchReason): string {
  return (repair === "refresh" && REFRESH_LABELS[why]) || REPAIR_LABELS[repair];
}

type Count = Exclude<OkCategory, "outside_range"> | "dismissed" | "other_account";

const COUNT_TEXT: Readonly<Record<Count, (count: number) => string>> = {
  matched: (count) => `${pluralize(count, "order")} ${count === 1 ? "matches" : "match"}`,
  pending: (count) => `${pluralize(count, "order")} just changed and will be compared in a few minutes`,
  other_shop: (count) => `${pluralize(count, "order")} from other stores with the same print service account`,
  dismissed: (count) => `${pluralize(count, "difference")} marked as resolved`,
  other_account: (count) => `${pluralize(count, "order")} sent with an account that is no longer connected`,
};

/** The orders without a difference, one text for each kind that has some. */
export function okSummary(counts: Reconciliation["counts"]): string[] {
  const kinds = Object.keys(COUNT_TEXT) as Count[];
  return kinds.filter((kind) => kind === "matched" || counts[kind] > 0).map((kind) => COUNT_TEXT[kind](counts[kind]));
}

/** Successful repairs, for the toast. */
const DONE: Partial<Record<RepairOutcome, (count: number, name: string) => string>> = {
  found: (_, name) => `Order ${name} was found`,
  updated: (count, name) =>
    count === 1 ? `Order ${name} is up to date` : `${pluralize(count, "order")} are up to date`,
  added: (_, name) => `Order ${name} was added`,
  dismissed: (_, name) => `Order ${name} marked as resolved`,
};

/** Every other outcome, for the page. */
const REMAINING: Partial<Record<RepairOutcome, string>> = {
  absent: "The print service doesn't have this order. Ask the print service about its reference.",
  no_changes: "The print service has no new information.",
  list_incomplete:
    "Inkbridge can't tell yet. The print service doesn't list the orders sent just before and after this one either. Check again later.",
  still_uncertain:
    "The print service doesn't list this order. Inkbridge keeps checking and won't send the order again until this is clear.",
  sent_again: "The print service doesn't have this order, so it's being sent again.",
  rejected:
    "The print service doesn't have this order, and Inkbridge won't send it again by itself. View the order to fix it.",
  cancelled: "The print service doesn't have this order. The order is canceled, so it won't be sent again.",
  invalid_state: "The order has changed. Compare again.",
  not_found: "The order is no longer in this store.",
  not_in_shopify:
    "No order of these days, or of the 60 days before, belongs to this reference. Ask the print service who sent it.",
  not_printed: "Inkbridge doesn't handle this order, so nothing was added. View the order in Shopify.",
  shopify_unavailable: "Shopify didn't respond. Try again in a moment.",
  account_rejected: "The print service rejected your login. Reconnect in Settings.",
  unavailable: "The print service didn't respond. Try again in a moment.",
  date_filter_ignored: "Inkbridge can't tell, because the print service returned orders from other dates.",
};

/** The toast after a repair; null when nothing was successful. */
export function doneMessage(results: readonly RepairResult[]): string | null {
  const succeeded = results.filter(({ outcome }) => DONE[outcome] !== undefined);
  const [first] = succeeded;
  return (first && DONE[first.outcome]?.(succeeded.length, first.orderName ?? "")) ?? null;
}

/** A sentence for each order whose repair did not succeed. */
export function remainingMessages(results: readonly RepairResult[]): { id: string; message: string }[] {
  return results.flatMap(({ submissionId, orderName, outcome }) => {
    const text = REMAINING[outcome];
    return text
      ? [{ id: submissionId ?? orderName ?? "", message: orderName ? `Order ${orderName}: ${text}` : text }]
      : [];
  });
}
