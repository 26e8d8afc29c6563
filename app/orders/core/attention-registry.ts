/** What staff can do about a reason, in the sequence in which the buttons stand. `actions/actions.ts` performs them. */
export type ReasonAction =
  | "approve"
  | "send_now"
  | "replace"
  | "acknowledge"
  | "retry_fulfillment"
  | "look_up"
  | "confirm_received"
  | "confirm_not_received";

/** The most pressing first. */
export const URGENCIES = ["alarm", "blocked", "decision", "automatic"] as const;

/** One reason for attention: everything that the code, the pages and the documents know of it. */
export interface AttentionRow {
  /**
   * `hold` keeps a submission from being sent. `problem` arose in sending or after it. `notice` tells of a delay and holds
   * nothing: each try finds out anew what is in the way.
   */
  phase: "hold" | "problem" | "notice";
  /** `facts`: clears automatically once the facts change. `person`: needs a decision of staff. */
  clearedBy: "facts" | "person" | "either";
  /**
   * What finds it. `order`: the order, its lines or the settings, as every snapshot shows them. `complete_snapshot`: only
   * Shopify's API, for a webhook lacks these fields. `shopify_read`: reading the order in Shopify. `pre_send_check`: the checks
   * just before sending. `submit`: an attempt to send. `lookup`: the search for an uncertain submission. `print_service`: an
   * event, a list row or a detail of the print service. `silence`: nothing was heard from the print service. `order_change`: an
   * edit in Shopify after sending. `fulfillment`: writing a parcel to Shopify. `failures`: errors of Inkbridge itself.
   */
  foundBy:
    | "order"
    | "complete_snapshot"
    | "shopify_read"
    | "pre_send_check"
    | "staff"
    | "submit"
    | "lookup"
    | "print_service"
    | "silence"
    | "order_change"
    | "fulfillment"
    | "failures";
  /**
   * `alarm`: items may be printed twice, for nothing or for a wrong address. `blocked`: nothing moves before somebody fixes
   * something. `decision`: staff has to say yes. `automatic`: continues without anybody.
   */
  urgency: (typeof URGENCIES)[number];
  /** A few words, for badges and filters. */
  label: string;
  /** One sentence: what happened and why. No values, no personal data. */
  message: string;
  /** What staff can do. */
  fix: string;
  /** The actions offered beside it, the likeliest first. Each of them clears it, unless its effect in Shopify does. */
  actions?: readonly ReasonAction[];
  /** What the button of its first action says, where the usual label does not fit. */
  actionLabel?: string;
  /** The page where it is fixed, if no action fixes it. A change made in the app there rechecks the orders held by it. */
  fixedIn?: "print_account" | "contact" | "prices" | "products" | "shopify";
  /** What the link to that page says on Home, where one change fixes it for all orders. */
  fixAllLabel?: string;
  /** The facts can change without a message: they are rechecked by time. */
  recheck?: true;
  /** A mapping of the line's variant ends it. */
  needsMapping?: true;
  /** Not printing the line ends it. */
  excludable?: true;
  /** Nothing has gone wrong yet: its banner is a tone milder than those of its phase. */
  mild?: true;
  /** The submission is in this state because of it. */
  explainsState?: "rejected" | "uncertain";
  /** The print service's message to the last attempt with this outcome explains it. */
  explainedBy?: "rejected" | "uncertain" | "not_processed";
}

/** Every reason for attention. All other lists of codes are derived from these rows (attention.ts). */
export const ROWS = {
  no_print_account: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Print service not connected",
    message: "No print account is connected, so nothing can be sent.",
    fix: "Connect the print service on the settings page.",
    fixedIn: "print_account",
    fixAllLabel: "Connect",
  },
  print_account_rejected: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Print account refused",
    message: "The print service refuses the e-mail or password of the print account.",
    fix: "Connect the print account again on the settings page. Inkbridge also tries it again from time to time.",
    fixedIn: "print_account",
    fixAllLabel: "Connect again",
  },
  shop_uninstalled: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "automatic",
    label: "App not installed",
    message: "The app is not installed in this shop any more.",
    fix: "Install the app again to go on.",
  },
  awaiting_approval: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Needs approval",
    message: "The settings ask for an approval before an order is sent.",
    fix: "Approve the order.",
    actions: ["approve"],
    mild: true,
  },
  unmapped_line: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Variant not mapped",
    message: "A line goes to print, but its variant is not mapped.",
    fix: "Map the variant to a SKU of the print service.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
  },
  mapping_removed: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Mapping removed",
    message: "The mapping of a line that goes to print was removed.",
    fix: "Map the variant again, or choose not to print the line.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
  },
  product_deleted: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Product deleted",
    message: "A line goes to print, but its product or variant was deleted in Shopify, and it has no mapping.",
    fix: "Map the variant again, or choose not to print the line.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
  },
  line_changed: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "blocked",
    label: "Line changed in Shopify",
    message: "Shopify now shows a line that goes to print as one that you don't send yourself.",
    fix: "Move the line back to your location in Shopify, or choose not to print it.",
    fixedIn: "shopify",
    recheck: true,
    excludable: true,
  },
  artwork_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Artwork missing",
    message: "A required side has no artwork.",
    fix: "Add the artwork to the mapping, the line or the product.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    excludable: true,
  },
  artwork_unreadable: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "pre_send_check",
    urgency: "blocked",
    label: "Artwork unreadable",
    message: "An artwork link cannot be read.",
    fix: "Replace the link by a public one that answers with an image.",
    fixedIn: "products",
    recheck: true,
    excludable: true,
  },
  payment_pending: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Not paid",
    message: "The order is not paid yet.",
    fix: "Collect the payment in Shopify.",
    fixedIn: "shopify",
  },
  risk_high: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "complete_snapshot",
    urgency: "decision",
    label: "High fraud risk",
    message: "Shopify rates the order as a high risk of fraud.",
    fix: "Check the order, then approve or cancel it.",
    actions: ["approve"],
    fixedIn: "shopify",
  },
  risk_pending: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "automatic",
    label: "Fraud check running",
    message: "Shopify has not assessed the risk of fraud yet.",
    fix: "Wait: it goes on by itself.",
    recheck: true,
    mild: true,
  },
  address_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "No address",
    message: "The order has no shipping address.",
    fix: "Add a shipping address in Shopify.",
    fixedIn: "shopify",
  },
  address_incomplete: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Address incomplete",
    message: "A part of the shipping address is missing.",
    fix: "Complete the address in Shopify.",
    fixedIn: "shopify",
  },
  country_unknown: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Country unknown",
    message: "The country of the address is not an ISO 3166 country.",
    fix: "Correct the country in Shopify.",
    fixedIn: "shopify",
  },
  contact_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "No e-mail or phone",
    message: "No e-mail or phone was found, and the settings have no fallback.",
    fix: "Add the contact in Shopify, or a fallback on the settings page.",
    fixedIn: "contact",
    fixAllLabel: "Add a fallback",
  },
  margin_low: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "decision",
    label: "Margin too low",
    message: "The print service's price leaves less margin than the settings ask for.",
    fix: "Approve the order, or change the limit.",
    actions: ["approve"],
    fixedIn: "prices",
    fixAllLabel: "Change the limit",
  },
  quote_unavailable: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "automatic",
    label: "No price yet",
    message: "The margin cannot be checked: the print service gave no price.",
    fix: "Wait, or approve the order without the check.",
    actions: ["approve"],
    recheck: true,
  },
  held_in_shopify: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "blocked",
    label: "On hold in Shopify",
    message: "The fulfillment is on hold in Shopify.",
    fix: "Release the hold in Shopify.",
    fixedIn: "shopify",
    recheck: true,
  },
  personalization_review: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Check personalization",
    message: "A line carries a personalization that a person has to look at.",
    fix: "Look at it and approve the order.",
    actions: ["approve"],
    fixedIn: "shopify",
  },
  held_by_staff: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "staff",
    urgency: "decision",
    label: "On hold",
    message: "Somebody put the order on hold.",
    fix: "Release the order.",
    actions: ["approve"],
    actionLabel: "Release the order",
    mild: true,
  },
  order_not_found: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "shopify_read",
    urgency: "blocked",
    label: "Not found in Shopify",
    message: "Shopify shows no such order to this app.",
    fix: "Check the order in Shopify and the app's access to it.",
    fixedIn: "shopify",
    recheck: true,
  },
  order_unreadable: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "shopify_read",
    urgency: "blocked",
    label: "Cannot be read in Shopify",
    message: "The order has not been readable in Shopify for a while.",
    fix: "Wait, or check the app's access in Shopify.",
    fixedIn: "shopify",
    recheck: true,
  },
  personal_data_erased: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Buyer's data erased",
    message: "The buyer's personal data was erased before the order was sent.",
    fix: "Nothing can be sent any more: cancel the order in Shopify.",
    fixedIn: "shopify",
  },
  orphan_undecided: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "May be sent already",
    message:
      "The print service has something for this order, sent before a gap in what Inkbridge knows. This may be in it already.",
    fix: "Compare with the print service's own list. Approve to send this as well.",
    actions: ["approve"],
  },
  rejected: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "submit",
    urgency: "blocked",
    label: "Refused",
    message: "The print service refused the order.",
    fix: "Mend what it names, then send again.",
    actions: ["send_now"],
    actionLabel: "Send again",
    fixedIn: "products",
    explainsState: "rejected",
    explainedBy: "rejected",
  },
  attempts_exhausted: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "lookup",
    urgency: "blocked",
    label: "Sending failed",
    message: "The print service does not have this order: it took none of several attempts.",
    fix: "Read the answer of the print service, or ask them, then send the order again.",
    actions: ["send_now"],
    explainsState: "rejected",
    explainedBy: "uncertain",
  },
  uncertain: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "submit",
    urgency: "blocked",
    label: "Unclear whether sent",
    message: "Nobody knows yet whether the print service has this order.",
    fix: "Wait for the look-up, or look in the print service's own list and decide.",
    actions: ["look_up", "confirm_received", "confirm_not_received"],
    explainsState: "uncertain",
    explainedBy: "uncertain",
  },
  uncertain_needs_decision: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "lookup",
    urgency: "alarm",
    label: "Decide whether sent",
    message: "The look-ups found neither the order nor a proof of its absence.",
    fix: "Look in the print service's own list, then say whether it is there.",
    actions: ["look_up", "confirm_received", "confirm_not_received"],
    explainsState: "uncertain",
    explainedBy: "uncertain",
  },
  address_not_verified: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Address not verified",
    message: "The print service could not verify the address.",
    fix: "Correct the address, and ask the print service whether the first order is stopped.",
    actions: ["replace", "acknowledge"],
    fixedIn: "shopify",
  },
  status_problem: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Problem at print service",
    message: "The print service reports a problem with an item.",
    fix: "Read its words and ask the print service.",
    actions: ["replace", "acknowledge"],
  },
  items_differ: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Items differ",
    message: "The print service's answer names other items or quantities than were sent.",
    fix: "Compare both and ask the print service.",
    actions: ["replace", "acknowledge"],
  },
  missing_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Not at print service",
    message: "The order was sent, but the print service does not show it.",
    fix: "Ask the print service about the reference; send a replacement only when it says that it will not print it.",
    actions: ["replace", "acknowledge"],
  },
  updates_stopped: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "silence",
    urgency: "blocked",
    label: "No news of it",
    message: "Nothing is heard of this order any more: the print service refuses the print account.",
    fix: "Connect the print account again on the settings page.",
    fixedIn: "print_account",
    mild: true,
  },
  provider_unreadable: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "silence",
    urgency: "blocked",
    label: "Print service unreadable",
    message: "The print service can't be read, so updates for this order may be missing.",
    fix: "Test the connection on the settings page. The order updates by itself once the print service can be read again.",
    fixedIn: "print_account",
    fixAllLabel: "Test the connection",
    mild: true,
  },
  shipment_overdue: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "silence",
    urgency: "blocked",
    label: "Not shipped yet",
    message: "The order was sent long ago, and the print service has told of no parcel.",
    fix: "Ask the print service when it ships.",
    actions: ["acknowledge", "replace"],
    mild: true,
  },
  status_unmatched: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Unknown item reported",
    message: "The print service reports an item that was not sent in this submission.",
    fix: "Compare both and ask the print service.",
    actions: ["acknowledge"],
  },
  tracking_unmatched: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Tracking not added",
    message: "A parcel's tracking has no open line and no fulfillment in Shopify to stand on.",
    fix: "Add the tracking in Shopify by hand.",
    actions: ["retry_fulfillment", "acknowledge"],
    fixedIn: "shopify",
  },
  fulfillment_rejected: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Fulfillment refused",
    message: "Shopify refused the fulfillment.",
    fix: "Read Shopify's reason, mend it, then try again.",
    actions: ["retry_fulfillment", "acknowledge"],
    fixedIn: "shopify",
  },
  fulfillment_blocked: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Fulfillment blocked",
    message: "The fulfillment order is on hold, or cannot be fulfilled, in Shopify.",
    fix: "Release it in Shopify: the tracking follows by itself.",
    actions: ["retry_fulfillment"],
    fixedIn: "shopify",
  },
  fulfillment_waiting: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "fulfillment",
    urgency: "automatic",
    label: "Waiting for Shopify",
    message: "Shopify has not made the fulfillment orders yet, or cannot be read.",
    fix: "Wait: it goes on by itself.",
    actions: ["retry_fulfillment"],
    mild: true,
  },
  processing_failed: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "failures",
    urgency: "blocked",
    label: "Processing error",
    message: "Inkbridge failed to process this order several times in a row.",
    fix: "Inkbridge keeps trying. If this stays, contact the app's support with the order's number.",
  },
  orphan_unmatched: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "decision",
    label: "Found, does not match",
    message:
      "This was found at the print service after a gap in what Inkbridge knows, and it is not sure which goods it holds.",
    fix: "Compare it with the print service's own list. What is missing waits for your approval.",
    actions: ["acknowledge", "replace"],
  },
  cancelled_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Cancelled after sending",
    message: "The order was cancelled in Shopify after it was sent to print.",
    fix: "Ask the print service to stop it.",
    actions: ["acknowledge"],
  },
  reduced_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Reduced after sending",
    message: "More was sent to print than the order now has.",
    fix: "Ask the print service to stop what is too many.",
    actions: ["acknowledge"],
  },
  address_changed_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Address changed",
    message: "The address was changed in Shopify after the order was sent to print.",
    fix: "Tell the print service the new address.",
    actions: ["replace", "acknowledge"],
    fixedIn: "shopify",
  },
  printed_after_replaced: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "May be printed twice",
    message: "A submission that was replaced is being made after all: the goods may be printed twice.",
    fix: "Ask the print service to stop one of the two at once.",
    actions: ["acknowledge"],
  },
  printed_after_cancelled: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Printed though cancelled",
    message: "A submission that was cancelled here is being made after all.",
    fix: "Ask the print service to stop it at once.",
    actions: ["acknowledge"],
  },
  not_sent_yet: {
    phase: "notice",
    clearedBy: "facts",
    foundBy: "submit",
    urgency: "automatic",
    label: "Print service not answering",
    message:
      "The order has not reached the print service for a while: the service takes no requests, or many orders are before it.",
    fix: "Wait: it goes on by itself as soon as the service takes it.",
    actions: ["send_now"],
    actionLabel: "Try now",
    explainedBy: "not_processed",
  },
  history_unverified: {
    phase: "notice",
    clearedBy: "facts",
    foundBy: "submit",
    urgency: "automatic",
    label: "Looking up what was sent",
    message:
      "Inkbridge was away, or its database was restored: what was sent meanwhile is looked up before anything else is sent.",
    fix: "Wait: it goes on by itself once the print service's list has been read. The settings page tells how far that is.",
  },
} as const satisfies Readonly<Record<string, AttentionRow>>;
