/** Where our submissions and the service's synced orders do not agree. */
export const BUCKETS = [
  "missing_at_provider",
  "unexpected_at_provider",
  "shipped_not_fulfilled",
  "fulfilled_not_shipped",
] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Every reason for standing in a bucket. */
export const BUCKET_OF = {
  /** Sent, and the list does not show it. */
  not_listed: "missing_at_provider",
  /** Listed under a reference that no submission carries. */
  unknown_reference: "unexpected_at_provider",
  /** Listed a second time under a reference of ours. */
  listed_twice: "unexpected_at_provider",
  /** Listed, though here it counts as not sent, refused, given up or unclear. */
  listed_but_not_sent: "unexpected_at_provider",
  /** Listed with a tracking number that is not known here. */
  unknown_tracking: "shipped_not_fulfilled",
  /** Its tracking is known, and has not reached Shopify for a while. */
  parcel_not_fulfilled: "shipped_not_fulfilled",
  /** Shipped here, listed without tracking. */
  no_tracking: "fulfilled_not_shipped",
  /** Shipped here, not listed. */
  shipped_not_listed: "fulfilled_not_shipped",
  /** All of it is fulfilled in Shopify without us, listed without tracking. */
  fulfilled_outside_app: "fulfilled_not_shipped",
} as const satisfies Record<string, Bucket>;
export type MismatchReason = keyof typeof BUCKET_OF;

/** What a person may have done about a row. `dismiss`: seen to outside; the row does not come back. */
export const REPAIRS = ["look_up", "refresh", "dismiss"] as const;
export type Repair = (typeof REPAIRS)[number];

/**
 * The likeliest first. Nothing of ours carries the reference of `unknown_reference`: a person has to look in Shopify.
 */
export const REPAIRS_FOR: Readonly<Record<MismatchReason, readonly Repair[]>> = {
  not_listed: ["look_up"],
  unknown_reference: [],
  listed_twice: ["dismiss"],
  listed_but_not_sent: ["refresh"],
  unknown_tracking: ["refresh"],
  parcel_not_fulfilled: ["refresh"],
  no_tracking: ["refresh", "dismiss"],
  shipped_not_listed: ["refresh", "dismiss"],
  fulfilled_outside_app: ["refresh", "dismiss"],
};
