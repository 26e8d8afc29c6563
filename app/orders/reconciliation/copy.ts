import type { Bucket, MismatchReason } from "./buckets.ts";

/** The names of the four buckets, on the page and in the export. */
export const BUCKET_LABELS: Readonly<Record<Bucket, string>> = {
  missing_at_provider: "Not at print service",
  unexpected_at_provider: "Not from this store",
  shipped_not_fulfilled: "Shipped, not fulfilled",
  fulfilled_not_shipped: "Fulfilled, not shipped",
};

/** The difference between both sides that puts a row into its bucket. */
export const REASON_TEXT: Readonly<Record<MismatchReason, string>> = {
  not_listed: "Sent, but not listed by the print service.",
  unknown_reference: "No order in this store has this reference.",
  listed_twice: "The print service lists this reference more than once, so the order may be printed twice.",
  listed_but_not_sent: "Listed by the print service, but not marked as sent in Inkbridge.",
  unknown_tracking: "The print service has a tracking number that Inkbridge hasn't received.",
  parcel_not_fulfilled: "The tracking number hasn't been added to Shopify yet.",
  no_tracking: "Marked as shipped in Inkbridge, but the print service has no tracking number.",
  shipped_not_listed: "Marked as shipped in Inkbridge, but not listed by the print service.",
  fulfilled_outside_app: "Fulfilled in Shopify outside of Inkbridge, but still open at the print service.",
};

/** The headings of the exported file. */
export const EXPORT_COLUMNS = {
  bucket: "Category",
  difference: "Difference",
  order: "Order",
  reference: "Reference",
  state: "Status in Inkbridge",
  sent: "Sent (UTC)",
  sentStoreTime: "Sent (store time)",
  tracking: "Tracking numbers in Inkbridge",
  providerOrder: "Print service order number",
  created: "Created (print service time)",
  items: "Items at print service",
  providerStatus: "Status at print service",
  providerTracking: "Tracking numbers at print service",
  account: "Print account",
} as const;

export const ACCOUNT_LABELS = { live: "Print service", practice: "Practice account: nothing is printed" } as const;
