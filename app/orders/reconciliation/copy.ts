import type { Bucket, MismatchReason } from "./buckets.ts";

/** What the four buckets are called, on the page and in the export. */
export const BUCKET_LABELS: Readonly<Record<Bucket, string>> = {
  missing_at_provider: "Missing there",
  unexpected_at_provider: "Unknown here",
  shipped_not_fulfilled: "Shipped there, open here",
  fulfilled_not_shipped: "Fulfilled here, not shipped there",
};

/** Why a row stands in its bucket: what each side says. */
export const REASON_TEXT: Readonly<Record<MismatchReason, string>> = {
  not_listed: "It was sent, and the print service does not list it.",
  unknown_reference: "No order of this store carries this reference.",
  listed_twice: "The print service lists this reference more than once: the goods may be printed twice.",
  listed_but_not_sent: "The print service lists it, though here it does not count as sent.",
  unknown_tracking: "The print service names a tracking number that has not come here.",
  parcel_not_fulfilled: "Its tracking has been known for a while, and is not in Shopify yet.",
  no_tracking: "It counts as shipped here, and the print service names no tracking number.",
  shipped_not_listed: "It counts as shipped here, and the print service does not list it.",
  fulfilled_outside_app: "It was fulfilled in Shopify by somebody else, and the print service still has it to print.",
};
