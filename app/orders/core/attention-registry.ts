/**
 * Actions of staff that end a hold although its cause stands. Only `approve` ends several kinds at once, and is offered in bulk,
 * without the kinds of `oneByOne`.
 */
export const APPROVALS = [
  "approve",
  "release",
  "approve_personalization",
  "print_without_details",
  "send_unpaid",
  "print_test_order",
  "ship_by_parcel",
  "print_scheduled",
  "print_new_artwork",
] as const;
export type Approval = (typeof APPROVALS)[number];

/** One value for each approval. */
export const byApproval = <T>(make: (approval: Approval) => T): Readonly<Record<Approval, T>> =>
  Object.fromEntries(APPROVALS.map((approval) => [approval, make(approval)])) as Record<Approval, T>;

/** What staff can do with a whole order, whether or not it has a submission (actions/order-actions.ts). */
export const ORDER_ACTION_NAMES = ["print_fulfilled", "send_ignored", "save_address", "resolve"] as const;
export type OrderAction = (typeof ORDER_ACTION_NAMES)[number];

/** What staff can do about a reason, in the order of the buttons. `actions/actions.ts` performs them. */
export type ReasonAction =
  | Approval
  | "send_now"
  | "replace"
  | "acknowledge"
  | "retry_fulfillment"
  | "pay_at_provider"
  | "cancel_at_provider"
  | "look_up"
  | "confirm_received"
  | "confirm_not_received";

/** What the print service is asked for where neither staff nor Inkbridge can fix a problem. */
export type ProviderRequest =
  | "stop"
  | "stop_duplicate"
  | "change_address"
  | "cancel_items"
  | "payment"
  | "ship_date"
  | "find_order"
  | "compare_items"
  | "solve_problem"
  | "explain_failure"
  | "refund"
  | "redirect";

/** The most pressing first. */
export const URGENCIES = ["alarm", "blocked", "decision", "automatic"] as const;

/** One reason for attention: everything that the code, the pages and the documents know of it. */
export interface AttentionRow {
  /**
   * `hold` keeps a submission from being sent. `problem` arose in sending or after it. `notice` reports a delay or a doubt
   * and holds nothing: each try finds out again what causes a delay.
   */
  phase: "hold" | "problem" | "notice";
  /** `facts`: clears automatically once the facts change. `person`: needs a decision of staff. */
  clearedBy: "facts" | "person" | "either";
  /**
   * What finds it. `order`: the order, its lines or the settings, as every snapshot shows them. `complete_snapshot`: only
   * Shopify's API, for a webhook lacks these fields. `shopify_read`: reading the order in Shopify. `pre_send_check`: the checks
   * just before sending. `submit`: an attempt to send. `lookup`: the search for an uncertain submission. `print_service`: an
   * event, a list row or a detail of the print service. `silence`: the print service sent no update. `order_change`: an
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
   * `alarm`: items may be printed twice, for nothing or for a wrong address. `blocked`: nothing moves before staff fixes
   * something. `decision`: staff has to say yes. `automatic`: continues without anybody.
   */
  urgency: (typeof URGENCIES)[number];
  /** A few words, for badges and filters. */
  label: string;
  /** One sentence: what happened and why. No values, no personal data. */
  message: string;
  /** What staff can do. */
  fix: string;
  /** The same where its first action is possible: the order's account can be told to pay or to cancel. */
  fixHere?: string;
  /** The same on such an account once the print service prints the order. */
  tooLateFix?: string;
  /** The same for a reprint, which is not replaced, where that differs. */
  reprintFix?: string;
  /** The same once the parcel is on its way, and what was to be done no longer helps. */
  afterShipping?: { message: string; fix: string; asks: ProviderRequest };
  /** The actions offered beside it, the likeliest first. Each of them clears it, unless its effect in Shopify does. */
  actions?: readonly ReasonAction[];
  /** The same for actions on the order, where the reason is one of the order and not of a submission. */
  orderActions?: readonly OrderAction[];
  /** What the button of its first action says, where the usual label does not fit. */
  actionLabel?: string;
  /** The page where it is fixed, if no action fixes it. A change made in the app there rechecks the orders held by it. */
  fixedIn?:
    | "print_account"
    | "contact"
    | "prices"
    | "shipping"
    | "payment"
    | "personalization"
    | "older_orders"
    | "products"
    | "shopify";
  /** Another page where it can be fixed. */
  alsoFixedIn?: "shopify";
  /** Fixing it there is the first thing to do, and the actions are the exception. */
  fixFirst?: true;
  /** A change for this order comes before the page where it is fixed for all. */
  changeFirst?: true;
  /** What only the print service can fix, and is asked for (components/order-details/provider-message.tsx). */
  asks?: ProviderRequest;
  /** What was sent is compared with what the print service and Shopify show now, on a page of its own. */
  compares?: true;
  /** Reasons of one submission with the same cause are shown together. Without it, each code is a cause of its own. */
  cause?: "address";
  /** What the link to that page says on Home, where one change fixes it for all orders. */
  fixAllLabel?: string;
  /** The facts can change without a message: they are rechecked by time, after `recheckIntervalMs` or once a day. */
  recheck?: "soon" | "daily";
  /** A mapping of the line's variant ends it. */
  needsMapping?: true;
  /** Not printing the line ends it. */
  excludable?: true;
  /** A change for this order alone ends it: of the line, of the address and shipping (`order`), or of what staff changed before. */
  changeable?: "line" | "order" | "either";
  /** The line has no artwork that can be printed. */
  lacksArtwork?: true;
  /** Nothing is amiss while nobody acts: no button is the next step. */
  optional?: true;
  /** One cause for all orders of the shop: the inbox has one entry for it, not one for each order. */
  shopWide?: true;
  /** Staff looks at each order by itself: an approval of several orders at once leaves it open. */
  oneByOne?: true;
  /** Staff looks at what is printed before clearing it. */
  reviewsFiles?: true;
  /** Texts of the customer are to be reviewed. Who changes them for this order has reviewed them. */
  reviewsTexts?: true;
  /** Nothing has failed yet: its banner is a tone milder than those of its phase. */
  mild?: true;
  /** The print service has the order, and does not go on with it before somebody acts. */
  stopsPrinting?: true;
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
    shopWide: true,
    label: "Print service not connected",
    message: "No print account is connected, so orders can't be sent.",
    fix: "Connect the print service in Settings.",
    fixedIn: "print_account",
    fixAllLabel: "Connect",
  },
  print_account_rejected: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    shopWide: true,
    label: "Print account rejected",
    message: "The print service rejected the email or password of your print account.",
    fix: "Reconnect the print account in Settings. Inkbridge also retries automatically.",
    fixedIn: "print_account",
    fixAllLabel: "Reconnect",
  },
  practice_account: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "blocked",
    shopWide: true,
    label: "Practice account connected",
    message: "This is a customer's order, and the connected practice account prints nothing.",
    fix: "Connect your print service in Settings. The order is then sent automatically.",
    fixedIn: "print_account",
    fixAllLabel: "Connect",
  },
  shop_uninstalled: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "automatic",
    label: "App not installed",
    message: "Inkbridge is no longer installed in this store.",
    fix: "Install Inkbridge again to continue.",
  },
  awaiting_approval: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Needs approval",
    message: "Your settings require approval before sending.",
    fix: "Approve the order.",
    actions: ["approve"],
    mild: true,
    reviewsFiles: true,
  },
  waiting_for_tag: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "complete_snapshot",
    urgency: "decision",
    label: "Waiting for a tag",
    message: "One of your rules waits until the order has a tag in Shopify.",
    fix: "Add the tag in Shopify, or approve the order.",
    actions: ["approve"],
    fixedIn: "shopify",
    mild: true,
    reviewsFiles: true,
  },
  unmapped_line: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Variant not mapped",
    message: "A variant in this order isn't mapped.",
    fix: "Map the variant to a print SKU.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
    changeable: "line",
  },
  custom_item_unmapped: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Print SKU missing",
    message: "A custom item in this order has no print SKU.",
    fix: "Enter a print SKU for this order, or don't print the item.",
    excludable: true,
    changeable: "line",
  },
  mapping_removed: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Mapping removed",
    message: "The mapping of a variant in this order was removed.",
    fix: "Map the variant again, or don't print the item.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
    changeable: "line",
  },
  product_deleted: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Product deleted",
    message: "A product or variant in this order was deleted in Shopify and isn't mapped.",
    fix: "Map the variant again if it's still listed. Otherwise, enter a print SKU for this order, or don't print the item.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    needsMapping: true,
    excludable: true,
    changeable: "line",
  },
  variant_changed: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Variant changed",
    message: "A color, size, or option of a variant in this order was changed after the variant was mapped.",
    fix: "Keep or change the mapping, or don't print the item.",
    fixedIn: "products",
    fixAllLabel: "Review mappings",
    excludable: true,
    changeable: "line",
  },
  line_changed: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "blocked",
    label: "Item changed in Shopify",
    message: "Shopify no longer shows a print item as shipped by you.",
    fix: "Move the item back to your location in Shopify, or don't print it.",
    fixedIn: "shopify",
    recheck: "soon",
    excludable: true,
  },
  artwork_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Artwork missing",
    message: "Required artwork is missing.",
    fix: "Add the artwork to the mapping, the line item, or the product.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    excludable: true,
    changeable: "line",
    lacksArtwork: true,
  },
  side_not_taken: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Side can't be printed",
    message: "The item has artwork for a side that your print service account doesn't take.",
    fix: "Remove the artwork of the side from the mapping. Nothing is printed without it until you do.",
    fixedIn: "products",
    fixAllLabel: "Map products",
    excludable: true,
  },
  text_not_drawn: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Text can't be drawn",
    message: "The customer's text can't be drawn on the artwork.",
    fix: "Correct the text for this order, or allow a longer or smaller text on the product's page.",
    fixedIn: "products",
    excludable: true,
    changeable: "line",
    changeFirst: true,
  },
  print_file_not_made: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "pre_send_check",
    urgency: "blocked",
    label: "Print file not made",
    message: "The print file with the customer's text hasn't been made.",
    fix: "Inkbridge retries automatically. Check the text and the access to your store's files on the product's page.",
    fixedIn: "products",
    recheck: "soon",
    excludable: true,
    changeable: "line",
  },
  artwork_unreadable: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "pre_send_check",
    urgency: "blocked",
    label: "Artwork can't be opened",
    message: "An artwork link can't be opened.",
    fix: "Replace the link with a public link to an image.",
    fixedIn: "products",
    recheck: "soon",
    excludable: true,
    changeable: "line",
    lacksArtwork: true,
  },
  artwork_changed: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "decision",
    label: "Artwork replaced",
    message: "An artwork file of this order was replaced since you mapped the product or approved the order.",
    fix: "Use the new file on the product's page, or print it for this order only.",
    fixFirst: true,
    actions: ["print_new_artwork"],
    fixedIn: "products",
    fixAllLabel: "Review files",
    recheck: "soon",
    excludable: true,
    changeable: "line",
  },
  payment_pending: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "blocked",
    label: "Not paid",
    message: "The order isn't paid yet.",
    fix: "Collect the payment in Shopify, or approve sending the order unpaid.",
    actions: ["send_unpaid"],
    fixedIn: "shopify",
  },
  payment_refunded: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Refunded",
    message: "The payment was refunded in full, but the order still has items to print.",
    fix: "Cancel the order in Shopify, or approve sending the order unpaid.",
    actions: ["send_unpaid"],
    fixedIn: "shopify",
  },
  payment_approval: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Approve payment",
    message: "Your settings require approval for orders that are paid this way.",
    fix: "Approve the order, or wait for the payment.",
    actions: ["approve"],
    fixedIn: "payment",
    mild: true,
  },
  test_order: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Test order",
    message: "This is a test order, and printing it costs money.",
    fix: "Cancel the test order in Shopify, or print it anyway.",
    actions: ["print_test_order"],
    fixedIn: "payment",
    alsoFixedIn: "shopify",
    optional: true,
  },
  not_by_parcel: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "complete_snapshot",
    urgency: "decision",
    label: "Pickup or local delivery",
    message: "The customer chose pickup or local delivery, but the print service ships every order.",
    fix: "Ship the item anyway, or don't print the item.",
    actions: ["ship_by_parcel"],
    excludable: true,
  },
  item_returned: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Check the quantity",
    message: "In Shopify, an item was returned or removed while another one of it was still to be sent.",
    fix: "Check in Shopify how many the customer still gets. Then approve the order, or don't print the item.",
    oneByOne: true,
    actions: ["approve"],
    fixedIn: "shopify",
    excludable: true,
  },
  risk_high: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "complete_snapshot",
    urgency: "decision",
    label: "High fraud risk",
    message: "Shopify rates the fraud risk of this order as high.",
    fix: "Review the order, then approve or cancel it.",
    fixFirst: true,
    oneByOne: true,
    actions: ["approve"],
    fixedIn: "shopify",
  },
  risk_pending: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "complete_snapshot",
    urgency: "automatic",
    label: "Fraud check pending",
    message: "Shopify hasn't finished its fraud analysis yet.",
    fix: "No action needed. The order continues automatically.",
    recheck: "soon",
    mild: true,
  },
  address_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Address missing",
    message: "The order has no shipping address.",
    fix: "Add a shipping address in Shopify.",
    fixedIn: "shopify",
    changeable: "order",
  },
  address_incomplete: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Address incomplete",
    message: "The shipping address is incomplete.",
    fix: "Complete the address in Shopify.",
    fixedIn: "shopify",
    changeable: "order",
  },
  address_doubtful: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Check the address",
    message: "The shipping address may be wrong.",
    fix: "Correct the address in Shopify, or approve the order if the address is right.",
    actions: ["approve"],
    fixedIn: "shopify",
    changeable: "order",
    oneByOne: true,
    mild: true,
  },
  protected_data_withheld: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    shopWide: true,
    label: "Customer data withheld",
    message: "Shopify doesn't share the customer's name and address with Inkbridge.",
    fix: "Contact support: Inkbridge needs access to protected customer data. Orders continue once Shopify grants access.",
    recheck: "soon",
    changeable: "order",
  },
  recipient_masked: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Customer data masked",
    message: "The customer's name or address is masked in Shopify.",
    fix: "Enter the address for this order, or wait until the sales channel shares it with Shopify.",
    fixedIn: "shopify",
    changeable: "order",
  },
  country_unknown: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Country not recognized",
    message: "The print service doesn't recognize the shipping country.",
    fix: "Correct the country if it's wrong. Otherwise, ship the items yourself and mark them as fulfilled in Shopify.",
    fixedIn: "shopify",
    changeable: "order",
  },
  contact_missing: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Email or phone missing",
    message: "The email or phone number is missing, and no fallback is set.",
    fix: "Add the contact in Shopify, or a fallback in Settings.",
    alsoFixedIn: "shopify",
    fixedIn: "contact",
    fixAllLabel: "Add fallback",
    changeable: "order",
  },
  shipping_service_unavailable: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Shipping service unavailable",
    message: "The print service can't ship this order the way your settings or a change choose.",
    fix: "Choose another shipping service in Settings, or for this order.",
    fixedIn: "shipping",
    fixAllLabel: "Choose services",
    changeable: "order",
    recheck: "daily",
  },
  shipping_service_items: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "pre_send_check",
    urgency: "blocked",
    label: "Items not shipped by service",
    message: "The chosen shipping service doesn't ship these print SKUs to this country.",
    fix: "Choose another shipping service for this order, or in Settings.",
    fixedIn: "shipping",
    changeable: "order",
    recheck: "soon",
  },
  margin_low: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "decision",
    label: "Low margin",
    message: "The margin is below your minimum.",
    fix: "Approve the order, or change the minimum in Settings.",
    actions: ["approve"],
    fixedIn: "prices",
    fixAllLabel: "Change minimum",
  },
  margin_unknown: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "decision",
    label: "Margin unknown",
    message: "The margin isn't known: the print service names no price for faster shipping, or no amount of tax.",
    fix: "Approve the order, or say in Settings what faster shipping costs more and whether tax counts.",
    actions: ["approve"],
    fixedIn: "prices",
  },
  quote_unavailable: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "pre_send_check",
    urgency: "automatic",
    label: "Price unavailable",
    message: "The margin can't be checked.",
    fix: "Inkbridge retries automatically. You can also approve the order without this check.",
    actions: ["approve"],
    recheck: "soon",
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
    recheck: "soon",
  },
  scheduled_in_shopify: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "complete_snapshot",
    urgency: "decision",
    label: "Scheduled",
    message: "Shopify schedules items of this order for a later date.",
    fix: "Wait for the date, or print all items of the order now.",
    actions: ["print_scheduled"],
    fixedIn: "shopify",
    mild: true,
    recheck: "daily",
  },
  personalization_review: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Review personalization",
    message: "This order has personalization to review.",
    fix: "Review the print note and the artwork, then approve them.",
    actions: ["approve_personalization"],
    fixedIn: "shopify",
    changeable: "line",
    reviewsTexts: true,
    reviewsFiles: true,
  },
  details_unused: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Customer's text not printed",
    message: "The customer's text won't be printed.",
    fix: "Add the text to this order's print note, or to every print note in Settings. You can also print without the text.",
    fixFirst: true,
    changeFirst: true,
    actions: ["print_without_details"],
    fixedIn: "personalization",
    excludable: true,
    changeable: "line",
    reviewsTexts: true,
  },
  order_note: {
    phase: "hold",
    clearedBy: "either",
    foundBy: "order",
    urgency: "decision",
    label: "Order note",
    message: "This order has a note or details that your settings ask you to read.",
    fix: "Read the text, then approve the order. Inkbridge doesn't send the text to the print service.",
    oneByOne: true,
    actions: ["approve"],
    fixedIn: "shopify",
  },
  change_outdated: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "decision",
    label: "Check your change",
    message: "What you changed for this order has since changed in Shopify or in the mapping.",
    fix: "Compare both values, then keep your change or withdraw it.",
    changeable: "either",
  },
  held_by_staff: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "staff",
    urgency: "decision",
    label: "Held by staff",
    message: "Put on hold by staff.",
    fix: "Release the order.",
    actions: ["release"],
    mild: true,
  },
  fulfilled_elsewhere: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "order",
    urgency: "blocked",
    label: "Fulfilled, not printed",
    message: "Shopify shows this order as fulfilled, but none of its items are being printed.",
    fix: "Turn off automatic fulfillment in your Shopify settings. Then print the order, or mark it as resolved if you shipped it.",
    orderActions: ["print_fulfilled", "resolve"],
    fixedIn: "shopify",
  },
  address_not_saved: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "staff",
    urgency: "blocked",
    label: "Address not saved in Shopify",
    message: "The corrected address is used for printing, but Shopify didn't save it.",
    fix: "Save the address again, or correct it in Shopify.",
    orderActions: ["save_address", "resolve"],
    fixedIn: "shopify",
    mild: true,
  },
  order_not_found: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "shopify_read",
    urgency: "blocked",
    label: "Not found in Shopify",
    message: "Inkbridge can't find this order in Shopify.",
    fix: "Check the order and the app's access in Shopify.",
    fixedIn: "shopify",
    recheck: "soon",
  },
  order_unreadable: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "shopify_read",
    urgency: "blocked",
    label: "Can't read from Shopify",
    message: "Inkbridge hasn't been able to read this order in Shopify for a while.",
    fix: "Inkbridge retries automatically. If this continues, run the checks on the Diagnostics page.",
    fixedIn: "shopify",
    recheck: "soon",
  },
  order_too_old_to_send: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "shopify_read",
    urgency: "blocked",
    label: "Too old to send",
    message: "Shopify no longer shows this order to Inkbridge because the order is older than 60 days.",
    fix: "Allow access to older orders in Settings, or have the items printed without Inkbridge.",
    fixedIn: "older_orders",
    fixAllLabel: "Allow access",
  },
  personal_data_erased: {
    phase: "hold",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "blocked",
    label: "Customer data erased",
    message: "The customer's personal data was erased before the order was sent.",
    fix: "This order can't be sent. Cancel it in Shopify.",
    fixedIn: "shopify",
  },
  orphan_undecided: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "May already be sent",
    message: "These items may already be in a print order that Inkbridge has no record of.",
    fix: "Check the print service's list. Approve only if these items still need to be sent.",
    oneByOne: true,
    actions: ["approve"],
  },
  canceled_before: {
    phase: "hold",
    clearedBy: "person",
    foundBy: "order",
    urgency: "decision",
    label: "Canceled before",
    message: "An earlier print order of this order was canceled at the print service.",
    fix: "Approve only if these items are to be printed after all.",
    oneByOne: true,
    actions: ["approve"],
  },
  rejected: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "submit",
    urgency: "blocked",
    label: "Rejected",
    message: "The print service rejected this order.",
    fix: "Fix the problem, then send the order again.",
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
    message: "Sending failed several times, and the print service doesn't have this order.",
    fix: "Check the print service's response or contact them, then send the order again.",
    asks: "explain_failure",
    actions: ["send_now"],
    explainsState: "rejected",
    explainedBy: "uncertain",
  },
  uncertain: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "submit",
    urgency: "blocked",
    label: "Delivery unconfirmed",
    message: "Inkbridge couldn't confirm that the print service received this order.",
    fix: "Inkbridge keeps checking. You can also check the print service's list and confirm.",
    actions: ["look_up", "confirm_received", "confirm_not_received"],
    explainsState: "uncertain",
    explainedBy: "uncertain",
  },
  uncertain_needs_decision: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "lookup",
    urgency: "alarm",
    label: "Confirm if received",
    message: "Inkbridge checked and still can't tell whether the print service has this order.",
    fix: "Check the print service's list, then confirm whether the order was received.",
    asks: "find_order",
    actions: ["look_up", "confirm_received", "confirm_not_received"],
    explainsState: "uncertain",
    explainedBy: "uncertain",
  },
  address_not_verified: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    stopsPrinting: true,
    urgency: "alarm",
    label: "Address not verified",
    message: "The print service couldn't verify the address.",
    fix: "Correct the address in Shopify. Send a replacement once the print service has stopped the first order.",
    reprintFix:
      "Correct the address in Shopify. Reprint the items again once the print service has stopped this reprint.",
    asks: "change_address",
    cause: "address",
    compares: true,
    actions: ["replace", "acknowledge"],
    fixedIn: "shopify",
  },
  status_problem: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    stopsPrinting: true,
    urgency: "blocked",
    label: "Print service problem",
    message: "The print service reported a problem with an item.",
    fix: "Check the details and contact the print service.",
    asks: "solve_problem",
    actions: ["replace", "acknowledge"],
  },
  payment_due_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    stopsPrinting: true,
    urgency: "blocked",
    label: "Unpaid at print service",
    message: "The print service prints nothing of this order until it's paid there.",
    fix: "Pay for the order on the print service's website. This closes automatically once the payment arrives.",
    fixHere: "Pay for the order. This closes automatically once the payment arrives.",
    asks: "payment",
    actions: ["pay_at_provider", "acknowledge"],
    mild: true,
  },
  file_missing_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    stopsPrinting: true,
    urgency: "blocked",
    label: "Print file needed",
    message: "The print service waits for a print file and prints nothing until it has one.",
    fix: "Add the print file on the print service's website, or ask them what's wrong with the artwork.",
    asks: "solve_problem",
    actions: ["acknowledge"],
    mild: true,
  },
  on_hold_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    stopsPrinting: true,
    urgency: "blocked",
    label: "On hold at print service",
    message: "The print service put this order on hold and prints nothing until the hold ends.",
    fix: "Ask the print service why the order is on hold.",
    asks: "solve_problem",
    actions: ["acknowledge"],
    mild: true,
  },
  refund_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Refund at print service",
    message: "The print service shows a refund for an item, but hasn't ended the order.",
    fix: "Ask the print service whether it still prints the item.",
    asks: "solve_problem",
    compares: true,
    actions: ["acknowledge"],
    mild: true,
  },
  resent_by_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "decision",
    label: "Second package coming",
    message: "The print service sends an item of this order again.",
    fix: "Tell your customer if needed. You can ask the print service for the new tracking number.",
    asks: "ship_date",
    actions: ["acknowledge"],
    mild: true,
  },
  items_differ: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Items don't match",
    message: "The print service has different items or quantities than Inkbridge sent.",
    fix: "Compare the items and contact the print service.",
    asks: "compare_items",
    compares: true,
    actions: ["replace", "acknowledge"],
  },
  address_differs: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Address doesn't match",
    message: "The print service ships to a different address than Inkbridge sent.",
    fix: "Compare the addresses and contact the print service.",
    afterShipping: {
      message: "The order shipped to a different address than Inkbridge sent.",
      fix: "Compare the addresses. Contact the customer, or reprint the items.",
      asks: "redirect",
    },
    asks: "change_address",
    cause: "address",
    compares: true,
    actions: ["acknowledge", "replace"],
  },
  missing_at_provider: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Not at print service",
    message: "The order was sent, but the print service doesn't show it.",
    fix: "Contact the print service with the reference. Send a replacement only if they confirm that they won't print the order.",
    reprintFix:
      "Contact the print service with the reference. Reprint again only if they confirm that they won't print this one.",
    asks: "find_order",
    actions: ["replace", "acknowledge"],
  },
  updates_stopped: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "silence",
    urgency: "blocked",
    shopWide: true,
    label: "Updates stopped",
    message: "Updates stopped because the print service rejected your login.",
    fix: "Reconnect the print account in Settings.",
    fixedIn: "print_account",
    mild: true,
  },
  provider_unreadable: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "silence",
    urgency: "blocked",
    shopWide: true,
    label: "Updates may be missing",
    message: "Inkbridge can't read this order at the print service, so updates may be missing.",
    fix: "Test the connection in Settings. Updates resume automatically once the print service can be read.",
    fixedIn: "print_account",
    fixAllLabel: "Test connection",
    mild: true,
  },
  shipment_overdue: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "silence",
    urgency: "blocked",
    label: "Not shipped yet",
    message: "The order was sent a while ago but has no tracking yet.",
    fix: "Ask the print service when the order ships.",
    asks: "ship_date",
    actions: ["acknowledge", "replace"],
    mild: true,
  },
  status_unmatched: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "print_service",
    urgency: "blocked",
    label: "Unknown item reported",
    message: "The print service reported an item that isn't in this print order.",
    fix: "Compare the items and contact the print service.",
    asks: "compare_items",
    compares: true,
    actions: ["acknowledge"],
  },
  tracking_unmatched: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Tracking not added",
    message: "A tracking number couldn't be matched to an unfulfilled item.",
    fix: "Add the tracking number in Shopify.",
    actions: ["retry_fulfillment", "acknowledge"],
    fixedIn: "shopify",
  },
  fulfillment_rejected: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Fulfillment rejected",
    message: "Shopify rejected the fulfillment.",
    fix: "Fix the problem in Shopify, then retry.",
    actions: ["retry_fulfillment", "acknowledge"],
    fixedIn: "shopify",
  },
  fulfillment_blocked: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Fulfillment blocked",
    message: "The fulfillment order in Shopify is missing, on hold, scheduled, or can't be fulfilled.",
    fix: "Release or open it in Shopify, or fulfill the items there if it's missing. Inkbridge then adds the tracking.",
    actions: ["retry_fulfillment"],
    fixedIn: "shopify",
  },
  order_too_old: {
    phase: "problem",
    clearedBy: "either",
    foundBy: "fulfillment",
    urgency: "blocked",
    label: "Order too old for tracking",
    message: "A package shipped, but Shopify no longer shows this order to Inkbridge after 60 days.",
    fix: "Add the tracking number in Shopify, or allow access to older orders in Settings.",
    actions: ["retry_fulfillment", "acknowledge"],
    fixedIn: "older_orders",
    fixAllLabel: "Allow access",
  },
  fulfillment_waiting: {
    phase: "problem",
    clearedBy: "facts",
    foundBy: "fulfillment",
    urgency: "automatic",
    label: "Waiting for Shopify",
    message: "Shopify hasn't created the fulfillment orders yet or can't be read.",
    fix: "No action needed. Inkbridge retries automatically.",
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
    fix: "Inkbridge keeps retrying. If this continues, contact Inkbridge support with the order number.",
  },
  orphan_unmatched: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "decision",
    label: "Items unclear",
    message: "Inkbridge found a print order that it has no record of, and its items are unclear.",
    fix: "Check the print service's list. Items that are still missing wait for your approval.",
    asks: "compare_items",
    compares: true,
    actions: ["acknowledge", "replace"],
  },
  cancelled_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Canceled after sending",
    message: "The order was canceled in Shopify after it was sent to print.",
    fix: "Ask the print service to stop the order.",
    fixHere: "Cancel the order at the print service before it's printed.",
    tooLateFix: "It can't be canceled anymore, because it's being printed. Ask the print service about a refund.",
    afterShipping: {
      message: "The order was printed and shipped although it was canceled in Shopify.",
      fix: "Ask the print service about a refund, then mark the alert as resolved.",
      asks: "refund",
    },
    asks: "stop",
    compares: true,
    actions: ["cancel_at_provider", "acknowledge"],
  },
  reduced_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Reduced after sending",
    message: "More items were sent to print than the order now has.",
    fix: "Ask the print service to cancel the extra items.",
    fixHere: "No items are left, so cancel the order at the print service before it's printed.",
    tooLateFix: "It can't be canceled anymore, because it's being printed. Ask the print service about a refund.",
    afterShipping: {
      message: "More items were printed and shipped than the order now has.",
      fix: "Ask the print service about a refund, then mark the alert as resolved.",
      asks: "refund",
    },
    asks: "cancel_items",
    compares: true,
    actions: ["cancel_at_provider", "acknowledge"],
  },
  address_changed_after_sent: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "order_change",
    urgency: "alarm",
    label: "Address changed",
    message: "The address was changed in Shopify after the order was sent to print.",
    fix: "Give the print service the new address.",
    afterShipping: {
      message: "The order shipped to the old address.",
      fix: "Contact the customer, or reprint the items to the new address.",
      asks: "redirect",
    },
    asks: "change_address",
    cause: "address",
    compares: true,
    actions: ["replace", "acknowledge"],
    fixedIn: "shopify",
  },
  printed_after_replaced: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "May be printed twice",
    message: "The replaced order is being printed anyway, so items may be printed twice.",
    fix: "Ask the print service to stop one of the two orders immediately.",
    afterShipping: {
      message: "The replaced order was printed and shipped anyway, so the customer may get the items twice.",
      fix: "Ask the print service about a refund, then mark the alert as resolved.",
      asks: "refund",
    },
    asks: "stop_duplicate",
    compares: true,
    actions: ["acknowledge"],
  },
  printed_after_cancelled: {
    phase: "problem",
    clearedBy: "person",
    foundBy: "print_service",
    urgency: "alarm",
    label: "Printed after cancel",
    message: "A canceled print order is being printed anyway.",
    fix: "Ask the print service to stop the order immediately.",
    afterShipping: {
      message: "A canceled print order was printed and shipped anyway.",
      fix: "Ask the print service about a refund, then mark the alert as resolved.",
      asks: "refund",
    },
    asks: "stop",
    compares: true,
    actions: ["acknowledge"],
  },
  not_sent_yet: {
    phase: "notice",
    clearedBy: "facts",
    foundBy: "submit",
    urgency: "automatic",
    label: "Sending delayed",
    message: "Sending is delayed because the print service is busy or unavailable.",
    fix: "No action needed. Inkbridge retries automatically.",
    actions: ["send_now"],
    actionLabel: "Retry now",
    explainedBy: "not_processed",
  },
  address_unlikely: {
    phase: "notice",
    clearedBy: "facts",
    foundBy: "order",
    urgency: "automatic",
    label: "Address may be wrong",
    message: "The shipping address may be wrong, but the order is sent.",
    fix: "If the address is wrong, correct it in Shopify before the order is sent.",
    fixedIn: "shopify",
    changeable: "order",
  },
  history_unverified: {
    phase: "notice",
    clearedBy: "facts",
    foundBy: "submit",
    urgency: "automatic",
    label: "Checking what was sent",
    message: "Inkbridge was offline or its database was restored, so Inkbridge first checks what was already sent.",
    fix: "Sending continues automatically after the check. See the progress in Settings.",
  },
} as const satisfies Readonly<Record<string, AttentionRow>>;
