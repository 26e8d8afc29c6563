import type { Bucket, Repair, Why } from "../../orders/reconciliation/buckets.ts";
import type { Calm } from "../../orders/reconciliation/classify.ts";
import type { Ledger } from "../../orders/reconciliation/reconcile.ts";
import { counted } from "../common/format.ts";

export interface BucketWords {
  /** What the tab says when nothing stands on it. */
  empty: string;
  hint: string;
}

export const BUCKET_WORDS: Readonly<Record<Bucket, BucketWords>> = {
  missing_there: {
    empty: "Nothing is missing",
    hint: "Orders that were sent, and that the print service does not list, appear here.",
  },
  unknown_here: {
    empty: "Nothing is unknown",
    hint: "Orders that the print service lists, and that were not sent from this store, appear here.",
  },
  shipped_there_open_here: {
    empty: "All tracking has arrived",
    hint: "Orders that the print service has shipped, and that are still open here, appear here.",
  },
  fulfilled_here_not_shipped_there: {
    empty: "Nothing was fulfilled too early",
    hint: "Orders that are fulfilled here, and that the print service has not shipped, appear here.",
  },
};

const REPAIR_LABELS: Readonly<Record<Repair, string>> = {
  look_up: "Look it up",
  take_in: "Refresh",
  note: "Mark as seen to",
};

const TAKE_IN_LABELS: Partial<Record<Why, string>> = {
  not_counted_as_sent: "Take it in",
  tracking_new: "Take in tracking",
  parcel_open: "Try again",
};

/** What the button says beside a row. */
export function repairLabel(repair: Repair, why: Why): string {
  return (repair === "take_in" && TAKE_IN_LABELS[why]) || REPAIR_LABELS[repair];
}

type Count = Exclude<Calm, "outside"> | "noted" | "other_account";

const COUNT_WORDS: Readonly<Record<Count, (count: number) => string>> = {
  in_order: (count) => `${counted(count, "order")} agree${count === 1 ? "s" : ""} on both sides`,
  moving: (count) => `${counted(count, "order")} just changed and will be compared in a few minutes`,
  other_shop: (count) => `${counted(count, "order")} of other stores on the same print account`,
  noted: (count) => `${counted(count, "difference")} marked as seen to`,
  other_account: (count) => `${counted(count, "order")} went to a print account that is no longer connected`,
};

/** What was compared and needs nothing, in words; what there is none of is left out. */
export function calmWords(counts: Ledger["counts"]): string[] {
  const kinds = Object.keys(COUNT_WORDS) as Count[];
  return kinds.filter((kind) => kind === "in_order" || counts[kind] > 0).map((kind) => COUNT_WORDS[kind](counts[kind]));
}
