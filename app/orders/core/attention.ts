/**
 * Every reason for attention: where it stands (a hold before sending, a problem after it),
 * who clears it, and how it is said. `facts`: goes away by itself once the facts change. `person`: needs a person's word.
 */
export interface AttentionKind {
  phase: "hold" | "problem";
  clears: "facts" | "person" | "either";
  /** One sentence: what happened and why. No values, no personal data. */
  message: string;
  /** What the person can do. */
  fix: string;
}

const hold = (clears: AttentionKind["clears"], message: string, fix: string): AttentionKind => ({
  phase: "hold",
  clears,
  message,
  fix,
});
const problem = (clears: AttentionKind["clears"], message: string, fix: string): AttentionKind => ({
  phase: "problem",
  clears,
  message,
  fix,
});

export const ATTENTION = {
  no_print_account: hold(
    "facts",
    "No print account is connected, so nothing can be sent.",
    "Connect the print service on the settings page.",
  ),
  print_account_rejected: hold(
    "facts",
    "The print service refuses the e-mail or password of the print account.",
    "Connect the print account again on the settings page. Inkbridge also tries it again from time to time.",
  ),
  shop_uninstalled: hold("facts", "The app is not installed in this shop any more.", "Install the app again to go on."),
  awaiting_approval: hold("person", "The settings ask for an approval before an order is sent.", "Approve the order."),
  unmapped_line: hold(
    "facts",
    "A line goes to print, but its variant is not mapped.",
    "Map the variant to a SKU of the print service.",
  ),
  mapping_removed: hold(
    "facts",
    "The mapping of a line that goes to print was removed.",
    "Map the variant again, or choose not to print the line.",
  ),
  product_deleted: hold(
    "facts",
    "A line goes to print, but its product or variant was deleted in Shopify, and it has no mapping.",
    "Map the variant again, or choose not to print the line.",
  ),
  line_changed: hold(
    "facts",
    "Shopify now shows a line that goes to print as one that you don't send yourself.",
    "Move the line back to your location in Shopify, or choose not to print it.",
  ),
  artwork_missing: hold(
    "facts",
    "A required side has no artwork.",
    "Add the artwork to the mapping, the line or the product.",
  ),
  artwork_unreadable: hold(
    "facts",
    "An artwork link cannot be read.",
    "Replace the link by a public one that answers with an image.",
  ),
  payment_pending: hold("facts", "The order is not paid yet.", "Collect the payment in Shopify."),
  risk_high: hold(
    "either",
    "Shopify rates the order as a high risk of fraud.",
    "Check the order, then approve or cancel it.",
  ),
  risk_pending: hold("facts", "Shopify has not assessed the risk of fraud yet.", "Wait: it goes on by itself."),
  address_missing: hold("facts", "The order has no shipping address.", "Add a shipping address in Shopify."),
  address_incomplete: hold("facts", "A part of the shipping address is missing.", "Complete the address in Shopify."),
  country_unknown: hold(
    "facts",
    "The country of the address is not an ISO 3166 country.",
    "Correct the country in Shopify.",
  ),
  contact_missing: hold(
    "facts",
    "No e-mail or phone was found, and the settings have no fallback.",
    "Add the contact in Shopify, or a fallback on the settings page.",
  ),
  margin_low: hold(
    "either",
    "The print service's price leaves less margin than the settings ask for.",
    "Approve the order, or change the limit.",
  ),
  quote_unavailable: hold(
    "either",
    "The margin cannot be checked: the print service gave no price.",
    "Wait, or approve the order without the check.",
  ),
  held_in_shopify: hold("facts", "The fulfillment is on hold in Shopify.", "Release the hold in Shopify."),
  personalization_review: hold(
    "person",
    "A line carries a personalization that a person has to look at.",
    "Look at it and approve the order.",
  ),
  held_by_staff: hold("person", "Somebody put the order on hold.", "Release the order."),
  order_not_found: hold(
    "facts",
    "Shopify shows no such order to this app.",
    "Check the order in Shopify and the app's access to it.",
  ),
  order_unreadable: hold(
    "facts",
    "The order has not been readable in Shopify for a while.",
    "Wait, or check the app's access in Shopify.",
  ),
  personal_data_erased: hold(
    "facts",
    "The buyer's personal data was erased before the order was sent.",
    "Nothing can be sent any more: cancel the order in Shopify.",
  ),
  not_sent_yet: hold(
    "facts",
    "The order has not reached the print service for a while: the service takes no requests, or many orders are before it.",
    "Wait: it goes on by itself as soon as the service takes it.",
  ),
  history_unverified: hold(
    "facts",
    "Inkbridge was away, or its database was restored: what was sent meanwhile is looked up before anything else is sent.",
    "Wait: it goes on by itself once the print service's list has been read. The settings page tells how far that is.",
  ),
  orphan_undecided: hold(
    "person",
    "The print service has something for this order, sent before a gap in what Inkbridge knows. This may be in it already.",
    "Compare with the print service's own list. Approve to send this as well.",
  ),
  rejected: problem("either", "The print service refused the order.", "Mend what it names, then send again."),
  attempts_exhausted: problem(
    "either",
    "The print service does not have this order: it took none of several attempts.",
    "Read the answer of the print service, or ask them, then send the order again.",
  ),
  uncertain: problem(
    "either",
    "Nobody knows yet whether the print service has this order.",
    "Wait for the look-up, or look in the print service's own list and decide.",
  ),
  uncertain_needs_decision: problem(
    "person",
    "The look-ups found neither the order nor a proof of its absence.",
    "Look in the print service's own list, then say whether it is there.",
  ),
  address_not_verified: problem(
    "person",
    "The print service could not verify the address.",
    "Correct the address, and ask the print service whether the first order is stopped.",
  ),
  status_problem: problem(
    "person",
    "The print service reports a problem with an item.",
    "Read its words and ask the print service.",
  ),
  items_differ: problem(
    "person",
    "The print service's answer names other items or quantities than were sent.",
    "Compare both and ask the print service.",
  ),
  missing_at_provider: problem(
    "either",
    "The order was sent, but the print service does not show it.",
    "Ask the print service about the reference; send a replacement only when it says that it will not print it.",
  ),
  updates_stopped: problem(
    "facts",
    "Nothing is heard of this order any more: the print service refuses the print account.",
    "Connect the print account again on the settings page.",
  ),
  provider_unreadable: problem(
    "facts",
    "The print service can't be read, so updates for this order may be missing.",
    "Test the connection on the settings page. The order updates by itself once the print service can be read again.",
  ),
  shipment_overdue: problem(
    "either",
    "The order was sent long ago, and the print service has told of no parcel.",
    "Ask the print service when it ships.",
  ),
  status_unmatched: problem(
    "person",
    "The print service reports an item that was not sent in this submission.",
    "Compare both and ask the print service.",
  ),
  tracking_unmatched: problem(
    "either",
    "A parcel's tracking has no open line and no fulfillment in Shopify to stand on.",
    "Add the tracking in Shopify by hand.",
  ),
  fulfillment_rejected: problem(
    "either",
    "Shopify refused the fulfillment.",
    "Read Shopify's reason, mend it, then try again.",
  ),
  fulfillment_blocked: problem(
    "facts",
    "The fulfillment order is on hold, or cannot be fulfilled, in Shopify.",
    "Release it in Shopify: the tracking follows by itself.",
  ),
  fulfillment_waiting: problem(
    "facts",
    "Shopify has not made the fulfillment orders yet, or cannot be read.",
    "Wait: it goes on by itself.",
  ),
  processing_failed: problem(
    "facts",
    "Inkbridge failed to process this order several times in a row.",
    "Inkbridge keeps trying. If this stays, contact the app's support with the order's number.",
  ),
  orphan_unmatched: problem(
    "person",
    "This was found at the print service after a gap in what Inkbridge knows, and it is not sure which goods it holds.",
    "Compare it with the print service's own list. What is missing waits for your approval.",
  ),
  cancelled_after_sent: problem(
    "person",
    "The order was cancelled in Shopify after it was sent to print.",
    "Ask the print service to stop it.",
  ),
  reduced_after_sent: problem(
    "person",
    "More was sent to print than the order now has.",
    "Ask the print service to stop what is too many.",
  ),
  address_changed_after_sent: problem(
    "person",
    "The address was changed in Shopify after the order was sent to print.",
    "Tell the print service the new address.",
  ),
  printed_after_replaced: problem(
    "person",
    "A submission that was replaced is being made after all: the goods may be printed twice.",
    "Ask the print service to stop one of the two at once.",
  ),
  printed_after_cancelled: problem(
    "person",
    "A submission that was cancelled here is being made after all.",
    "Ask the print service to stop it at once.",
  ),
} as const satisfies Record<string, AttentionKind>;

export type AttentionCode = keyof typeof ATTENTION;

/** Holds that only tell: what keeps the submission back is looked at anew at each try. */
export const NOTICES: readonly AttentionCode[] = ["not_sent_yet", "history_unverified"];

/** Holds of a line that a mapping of its variant may end. */
export const NEEDS_MAPPING = [
  "unmapped_line",
  "mapping_removed",
  "product_deleted",
] as const satisfies readonly AttentionCode[];
/** Why a submission that was sent is not known to be at the service. */
export const UNSENT_PROBLEMS: readonly AttentionCode[] = [
  "rejected",
  "attempts_exhausted",
  "uncertain",
  "uncertain_needs_decision",
];

/** Why a submission is `rejected`: answered by a changed content, or by a person who sends it again. */
export const REJECTIONS: readonly AttentionCode[] = ["rejected", "attempts_exhausted"];

export const isHold = (code: AttentionCode): boolean => ATTENTION[code].phase === "hold";

/** A reason not to send. `subject` tells several of one code apart; a person's word counts for one `basis` only. */
export interface Hold {
  code: AttentionCode;
  subject: string;
  basis: string;
  /** Field names, codes and numbers: never values of the order. */
  detail: Record<string, unknown>;
}
