/** Where our submissions and the service's synced orders do not agree. */
export const BUCKETS = [
  "missing_there",
  "unknown_here",
  "shipped_there_open_here",
  "fulfilled_here_not_shipped_there",
] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Every reason for standing in a bucket. */
export const BUCKET_OF = {
  /** Sent, and the list does not show it. */
  not_listed: "missing_there",
  /** Listed under a reference that no submission carries. */
  nobodys: "unknown_here",
  /** Listed a second time under a reference of ours. */
  listed_twice: "unknown_here",
  /** Listed, though here it counts as not sent, refused, given up or unclear. */
  not_counted_as_sent: "unknown_here",
  /** Listed with a tracking number that is not known here. */
  tracking_new: "shipped_there_open_here",
  /** Its tracking is known, and has not reached Shopify for a while. */
  parcel_open: "shipped_there_open_here",
  /** Shipped here, listed without tracking. */
  no_tracking: "fulfilled_here_not_shipped_there",
  /** Shipped here, not listed. */
  not_listed_any_more: "fulfilled_here_not_shipped_there",
  /** All of it is fulfilled in Shopify without us, listed without tracking. */
  fulfilled_by_hand: "fulfilled_here_not_shipped_there",
} as const satisfies Record<string, Bucket>;
export type Why = keyof typeof BUCKET_OF;

/** What a person may have done about a row. `note`: seen to outside; the row does not come back. */
export const REPAIRS = ["look_up", "take_in", "note"] as const;
export type Repair = (typeof REPAIRS)[number];

/** The likeliest first. Nothing of ours carries the reference of `nobodys`: a person has to look in Shopify. */
export const REPAIRS_FOR: Readonly<Record<Why, readonly Repair[]>> = {
  not_listed: ["look_up"],
  nobodys: [],
  listed_twice: ["note"],
  not_counted_as_sent: ["take_in"],
  tracking_new: ["take_in"],
  parcel_open: ["take_in"],
  no_tracking: ["take_in", "note"],
  not_listed_any_more: ["take_in", "note"],
  fulfilled_by_hand: ["take_in", "note"],
};
