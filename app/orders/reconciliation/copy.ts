import type { Bucket, Why } from "./buckets.ts";

/** What the four buckets are called, on the page and in the export. */
export const BUCKET_LABELS: Readonly<Record<Bucket, string>> = {
  missing_there: "Missing there",
  unknown_here: "Unknown here",
  shipped_there_open_here: "Shipped there, open here",
  fulfilled_here_not_shipped_there: "Fulfilled here, not shipped there",
};

/** Why a row stands in its bucket: what each side says. */
export const WHY_WORDS: Readonly<Record<Why, string>> = {
  not_listed: "It was sent, and the print service does not list it.",
  nobodys: "No order of this store carries this reference.",
  listed_twice: "The print service lists this reference more than once: the goods may be printed twice.",
  not_counted_as_sent: "The print service lists it, though here it does not count as sent.",
  tracking_new: "The print service names a tracking number that has not come here.",
  parcel_open: "Its tracking has been known for a while, and is not in Shopify yet.",
  no_tracking: "It counts as shipped here, and the print service names no tracking number.",
  not_listed_any_more: "It counts as shipped here, and the print service does not list it.",
  fulfilled_by_hand: "It was fulfilled in Shopify by somebody else, and the print service still has it to print.",
};
