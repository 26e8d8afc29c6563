/** Where our submissions and the service's synced orders do not agree. */
export const BUCKETS = [
  "missing_at_provider",
  "unexpected_at_provider",
  "shipped_not_fulfilled",
  "fulfilled_not_shipped",
] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Every reason for a mismatch. */
export const BUCKET_OF = {
  /** Sent, and the list does not show it. */
  not_listed: "missing_at_provider",
  /** Listed under a reference that no submission has. */
  unknown_reference: "unexpected_at_provider",
  /** Listed twice under one reference of ours. */
  listed_twice: "unexpected_at_provider",
  /** Listed, but not sent, rejected, canceled or uncertain in this database. */
  listed_but_not_sent: "unexpected_at_provider",
  /** Listed with a tracking number that is not known here. */
  unknown_tracking: "shipped_not_fulfilled",
  /** The tracking number is known, but not in Shopify yet. */
  parcel_not_fulfilled: "shipped_not_fulfilled",
  /** Shipped in this database, listed without tracking. */
  no_tracking: "fulfilled_not_shipped",
  /** Shipped in this database, not listed. */
  shipped_not_listed: "fulfilled_not_shipped",
  /** Fulfilled in Shopify outside of the app, listed without tracking. */
  fulfilled_outside_app: "fulfilled_not_shipped",
} as const satisfies Record<string, Bucket>;
export type MismatchReason = keyof typeof BUCKET_OF;

/**
 * What staff may do about a row. `add_order`: the order that the reference stands for is received, with what the service has of it.
 * `dismiss`: resolved elsewhere; the row does not come back.
 */
export type Repair = "look_up" | "refresh" | "add_order" | "dismiss";

/** The likeliest first. */
export const REPAIRS_FOR: Readonly<Record<MismatchReason, readonly Repair[]>> = {
  not_listed: ["look_up"],
  unknown_reference: ["add_order"],
  listed_twice: ["dismiss"],
  listed_but_not_sent: ["refresh"],
  unknown_tracking: ["refresh"],
  parcel_not_fulfilled: ["refresh"],
  no_tracking: ["refresh", "dismiss"],
  shipped_not_listed: ["refresh", "dismiss"],
  fulfilled_outside_app: ["refresh", "dismiss"],
};
