import type { Bucket, Repair, MismatchReason } from "../../orders/reconciliation/buckets.ts";
import type { OkCategory } from "../../orders/reconciliation/classify.ts";
import type { Reconciliation } from "../../orders/reconciliation/reconcile.ts";
import { pluralize } from "../common/format.ts";

export interface BucketCopy {
  /** What the tab says when nothing stands on it. */
  empty: string;
  hint: string;
}

export const BUCKET_COPY: Readonly<Record<Bucket, BucketCopy>> = {
  missing_at_provider: {
    empty: "Nothing is missing",
    hint: "Orders that were sent, and that the print service does not list, appear here.",
  },
  unexpected_at_provider: {
    empty: "Nothing is unknown",
    hint: "Orders that the print service lists, and that were not sent from this store, appear here.",
  },
  shipped_not_fulfilled: {
    empty: "All tracking has arrived",
    hint: "Orders that the print service has shipped, and that are still open here, appear here.",
  },
  fulfilled_not_shipped: {
    empty: "Nothing was fulfilled too early",
    hint: "Orders that are fulfilled here, and that the print service has not shipped, appear here.",
  },
};

const REPAIR_LABELS: Readonly<Record<Repair, string>> = {
  look_up: "Look it up",
  refresh: "Refresh",
  dismiss: "Mark as seen to",
};

const REFRESH_LABELS: Partial<Record<MismatchReason, string>> = {
  listed_but_not_sent: "Take it in",
  unknown_tracking: "Take in tracking",
  parcel_not_fulfilled: "Try again",
};

/** What the button says beside a row. */
export function repairLabel(repair: Repair, why: MismatchReason): string {
  return (repair === "refresh" && REFRESH_LABELS[why]) || REPAIR_LABELS[repair];
}

type Count = Exclude<OkCategory, "outside_range"> | "dismissed" | "other_account";

const COUNT_TEXT: Readonly<Record<Count, (count: number) => string>> = {
  matched: (count) => `${pluralize(count, "order")} agree${count === 1 ? "s" : ""} on both sides`,
  pending: (count) => `${pluralize(count, "order")} just changed and will be compared in a few minutes`,
  other_shop: (count) => `${pluralize(count, "order")} of other stores on the same print account`,
  dismissed: (count) => `${pluralize(count, "difference")} marked as seen to`,
  other_account: (count) => `${pluralize(count, "order")} went to a print account that is no longer connected`,
};

/** What was compared and needs nothing, in words; what there is none of is left out. */
export function okSummary(counts: Reconciliation["counts"]): string[] {
  const kinds = Object.keys(COUNT_TEXT) as Count[];
  return kinds.filter((kind) => kind === "matched" || counts[kind] > 0).map((kind) => COUNT_TEXT[kind](counts[kind]));
}
