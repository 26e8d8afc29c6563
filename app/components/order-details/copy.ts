import type { EligibilityReason, IgnoredReason } from "../../../prisma/client/client.ts";
import { isHold, type AttentionCode } from "../../orders/core/attention.ts";
import { AT_PROVIDER_STATES } from "../../orders/core/states.ts";
import type { OrderRefresh } from "../../orders/actions/refresh-order.ts";
import type { AddressDoubt } from "../../address/doubtful-address.ts";
import { sideName, type Side } from "../../ports/order-model.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { DueFor, PlannedWaitView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Milestone } from "../../orders/pages/details/timeline.ts";
import { ARTWORK_PROBLEMS } from "../common/copy.ts";
import { formatMoney, pluralize, timeUntil } from "../common/format.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import { CHANGED_FIELD_NAMES, methodLabel } from "./change-copy.ts";

/* The page */

/** The way through the list. */
export const NEIGHBORS = {
  label: "Orders of the list",
  previous: "Previous order",
  next: "Next order",
  back: { orders: "Orders", inbox: "Inbox" },
};

export const PAGE = {
  title: (name: string) => `Order ${name}`,
  placed: (time: string) => `Placed ${time}`,
  /** When each side was last read; null: never. */
  checked: (shopify: string | null, printService: string | null) => {
    const sides = [shopify && `Shopify ${shopify}`, printService && `print service ${printService}`].filter(Boolean);
    return sides.length > 0 ? [`Checked: ${sides.join(", ")}`] : [];
  },
  back: "Orders",
  refresh: "Refresh",
  viewInShopify: "View in Shopify",
  /** The two columns, for screen readers. */
  acts: "What you can do",
  tells: "About this order",
  notFound: "Inkbridge can't find this order.",
  /** The toast after an action that had nothing left to do. */
  unchanged: "No changes made",
  conflict: {
    title: "This action is no longer available",
    text: "The order changed in the meantime. This page shows its current status.",
  },
  refreshProblems: "Some information couldn't be refreshed",
  badges: {
    ignored: "Skipped",
    nothingToPrint: "Nothing to print",
    notSent: "Not sent",
    cancelled: "Canceled in Shopify",
    practice: "Practice order",
    test: "Test order",
    erased: "Personal data erased",
  },
};

const IGNORED_MESSAGES: Readonly<Record<IgnoredReason, string>> = {
  before_go_live: "The order was placed before your start date.",
  redacted: "The store's data was erased earlier, so Inkbridge no longer processes this order.",
};

/** Why nothing of an order is printed. */
export function nothingToPrintCopy(order: Pick<OrderDetails, "ignoredReason" | "cancelled" | "lines">) {
  if (order.ignoredReason) return { title: "Not sent by Inkbridge", text: IGNORED_MESSAGES[order.ignoredReason] };
  const unmatched = order.lines.filter(({ reason, quantity }) => reason === "no_match" && quantity > 0).length;
  if (unmatched > 0 && !order.cancelled)
    return {
      title: "No items to print",
      text: `${pluralize(unmatched, "item")} ${unmatched === 1 ? "isn't" : "aren't"} mapped to a print product. Map the product to print ${unmatched === 1 ? "the item" : "its items"}, or choose to never print it.`,
    };
  return {
    title: "No items to print",
    text: order.cancelled
      ? "The order was canceled in Shopify before anything was sent."
      : "None of the unfulfilled items are printed by your print service.",
  };
}

/* A refresh */

const SHOPIFY_PROBLEMS: Readonly<Record<OrderRefresh["shopify"], string | null>> = {
  refreshed: null,
  not_found: "Inkbridge can't find this order in Shopify.",
  too_old:
    "The order is older than 60 days, so Shopify doesn't show it to Inkbridge. You can allow access in Settings.",
  unavailable: "Shopify isn't responding. Inkbridge retries automatically.",
  slow: "Shopify hasn't responded yet. This page updates automatically when it does.",
};

const PRINT_SERVICE_PROBLEMS: Readonly<Record<OrderRefresh["provider"], string | null>> = {
  refreshed: null,
  nothing_sent: null,
  lookup_scheduled: null,
  not_found: "The print service doesn't show an order with this reference.",
  rejected: "The print service rejected your login. Reconnect in Settings.",
  unavailable: "The print service isn't responding. Inkbridge retries automatically.",
  slow: "The print service hasn't responded yet. This page updates automatically when it does.",
};

/** What could not be refreshed; empty when both sides responded. */
export const refreshProblems = ({ shopify, provider }: OrderRefresh): string[] =>
  [SHOPIFY_PROBLEMS[shopify], PRINT_SERVICE_PROBLEMS[provider]].filter((text) => text !== null);

/** The toast after a refresh without problems. */
export function refreshDoneMessage({ provider }: OrderRefresh): string {
  if (provider === "nothing_sent") return "Updated from Shopify";
  return provider === "lookup_scheduled" ? "Updated from Shopify. Checking with the print service" : "Order updated";
}

/* A reason for attention */

export const REASON_BANNER = {
  submission: (reference: string) => `Print order ${reference}`,
  since: "Since",
  providerMessages: "The print service says:",
};

/** What happened. The missing contact is named: one of the two may be there. */
export function reasonMessage({ code, message, detail }: Pick<ReasonView, "code" | "message" | "detail">): string {
  const fields = [detail["fields"] ?? []].flat();
  if (code !== "contact_missing" || fields.length !== 1) return message;
  const field = fields[0] === "email" ? "email" : "phone number";
  if ([detail["unusable"] ?? []].flat().some((one) => one === fields[0]))
    return fields[0] === "email"
      ? "The print service doesn't accept the email address, and no fallback is set."
      : "The print service doesn't accept the phone number: it needs 8 to 15 digits. No fallback is set.";
  return `The ${field} is missing, and no fallback is set.`;
}

/** Addresses side by side. */
export const ADDRESSES = {
  inShopify: "In Shopify now",
  same: "The address in Shopify is the same as the one sent.",
  loading: "Loading…",
  unread: {
    none: "The order has no shipping address.",
    unreadable: "Shopify isn't showing the address right now.",
  },
};

export const FIX_LABELS = {
  settings: "Go to settings",
  products: "Go to products",
  mapProduct: "Map product",
  mapping: "Edit mapping",
  customer: "Contact customer in Shopify",
  shopify: PAGE.viewInShopify,
};

const FIELDS: Readonly<Record<string, string>> = {
  ...CHANGED_FIELD_NAMES,
  name: "name",
  address1: "street",
  address2: "apartment, suite, etc.",
  city: "city",
  zip: "postal code",
  province: "province",
  provinceCode: "province code",
  country: "country",
  countryCode: "country code",
};

const CAUSES: Readonly<Record<string, string>> = {
  rejected: "The print service rejected the request for a price.",
  not_connected: "The print service isn't connected.",
  account_rejected: "The print service rejected your login.",
  unavailable: "The print service didn't respond.",
  sum_differs: "The print service's prices don't add up.",
  paid_unknown: "Shopify hasn't shown yet what the customer paid.",
  currencies_differ:
    "The print service bills in another currency. Add an exchange rate in Settings > Prices and profit.",
  fees_unknown: "The payment fee isn't known. Check its currency and exchange rate in Settings > Prices and profit.",
  ...ARTWORK_PROBLEMS,
  bad_link: "The link isn't a public web address.",
  not_priced: "The print service names no price before the order is paid.",
  no_such_method:
    "Your print account has its own list of shipping services. Choose one of them in place of Express or Ground.",
  no_services: "Your print account has no list of shipping services. Choose Standard, Express, or Ground.",
  service_gone: "The print service no longer offers this shipping service.",
  service_destination: "This shipping service doesn't ship to the order's country.",
  payment_by_hand: "Automatic payment is off.",
  payment_amount_unknown:
    "Not paid automatically: the print service doesn't say what the order costs before it's paid.",
  payment_over_order_limit: "Not paid automatically: the order costs more than your limit for an order.",
  payment_over_day_limit: "Not paid automatically: the order exceeds your limit for the day.",
  payment_not_shown: "Not paid automatically: the print service doesn't show the order yet.",
  payment_disconnected: "Not paid: your store no longer uses the print account that has this order.",
  payment_not_wanted: "Not paid: the order is no longer wanted, or the print service ended it.",
  payment_refused: "The print service rejected the payment of this order.",
  payment_unclear:
    "The payment couldn't be confirmed. Check the order on the print service's website before you pay again.",
  cancel_too_late: "The print service was already printing the order when Inkbridge asked to cancel it.",
  cancel_refused: "It can't be canceled from here: the print service rejected that. Ask them to stop the order.",
  cancel_unclear:
    "The cancellation couldn't be confirmed. Check the order on the print service's website, and ask them to stop it.",
  cancel_partly: "Only a part of it could be canceled at the print service. Ask them about the rest.",
};

/** What makes an address doubtful. */
export const DOUBTS: Readonly<Record<string, string>> = {
  zip: "The postal code isn't valid in this country.",
  zip_region: "The postal code belongs to another state or province.",
  line_too_long: "A line of the address has more than 50 characters. Carriers cut what doesn't fit on the label.",
  house_number: "The street has no house number.",
  po_box: "Carriers of faster shipping may not deliver to PO boxes and military addresses.",
} satisfies Record<AddressDoubt, string>;

/** The sentences that a reason's codes and figures add to its message. */
export function detailMessages({ detail }: Pick<ReasonView, "detail">): string[] {
  const list = (key: string) =>
    [detail[key] ?? []].flat().map((one) => FIELDS[one] ?? String(one).replaceAll("_", " "));
  const labelled = (label: string, names: string[]) => (names.length > 0 ? [`${label}: ${names.join(", ")}.`] : []);
  const causeOf = (key: string) => (typeof detail[key] === "string" ? CAUSES[detail[key]] : undefined);
  const cause = causeOf("reason");
  return [
    ...ruleMessages(detail),
    ...labelled("Missing", list("fields")),
    ...[detail["doubts"] ?? []].flat().flatMap((doubt) => DOUBTS[String(doubt)] ?? []),
    ...labelled("Masked", list("masked")),
    ...labelled("Changed since", list("changed")),
    ...labelled("Doesn't match", list("differing")),
    ...labelled("Sides without artwork", list("sides")),
    ...labelled("Sides your account doesn't take", list("notTaken")),
    ...labelled("Replaced files", list("replaced")),
    ...Object.keys(detail).flatMap((side) => {
      const of = side === "reason" ? undefined : causeOf(side);
      return of ? `${sideName(side as Side)}: ${of}` : [];
    }),
    ...labelled("Chosen shipping service", list("service")),
    ...labelled("Available shipping services", list("services")),
    ...labelled("Items that don't match", list("skus")),
    ...labelled("Sent but not confirmed", list("notInResponse")),
    ...labelled("Confirmed but not sent", list("notSent")),
    ...labelled("Still to be sent", list("unsent")),
    ...labelled("Production status", list("status")),
    ...labelled("Payment status at the print service", list("paymentStatus")),
    ...labelled(
      "Payment status in Shopify",
      list("financialStatus").map((status) => status.replaceAll("_", " ")),
    ),
    ...(detail["least"] !== undefined ? [marginMessage(detail["percent"], detail["least"])] : []),
    ...(detail["more"] !== undefined ? [`Affects ${String(detail["more"])} more SKUs.`] : []),
    ...(cause ? [cause] : []),
    ...(typeof detail["amountDue"] === "string" ? [amountMessage(detail["amountDue"])] : []),
  ];
}

/** @param due amount and currency, such as `29.9 USD` */
function amountMessage(due: string): string {
  const [amount = "", currency = ""] = due.split(" ");
  return `Amount: ${formatMoney(amount, currency)}.`;
}

/** Which rule of the shop decides, in the merchant's own words. */
function ruleMessages({ rule, tag, undecided }: ReasonView["detail"]): string[] {
  if (typeof rule !== "string") return [];
  const unknown = "Shopify doesn't show what the rule asks for, so the order waits for you.";
  return [
    `Rule: “${rule}”.`,
    ...(typeof tag === "string" ? [`Tag: ${tag}.`] : []),
    ...(undecided === undefined ? [] : [unknown]),
  ];
}

function marginMessage(percent: unknown, minimum: unknown): string {
  const margin = percent === undefined ? "The customer paid nothing" : `Margin is ${String(percent)}%`;
  return `${margin}. Your minimum is ${String(minimum)}%.`;
}

export const PERSONALIZATION = {
  unreadable: (names: readonly string[]) =>
    `Shopify isn't showing the text right now. Open the order in Shopify and review: ${names.join(", ")}.`,
  changed: "No text found. The order was changed in Shopify.",
  note: "Print note to be sent:",
  noNote: "No print note is sent with this item.",
};

/* A submission, which merchants know as a print order */

/** `end`: nothing more happens. */
export const STATUS_CARD = { next: "What happens next", end: "Status" };

/** What staff can do besides what an open reason asks for. */
export const ACTIONS_CARD = { title: "More actions" };

/** The page with what was sent beside what both sides show. */
export const COMPARE = { open: "Compare what was sent" };

export const SUBMISSION_CARD = {
  item: (quantity: number, title: string) => `${quantity} × ${title}`,
  replaced: "Replaced",
  reference: (reference: string, replaces: string | null) =>
    replaces === null ? `Reference ${reference}` : `Reference ${reference}, replaces ${replaces}`,
  copyReference: (reference: string) => `Copy reference ${reference}`,
  copy: { inactive: "Copy", copied: "Copied", failed: "Couldn't copy" },
  lastChecked: "Last checked with the print service:",
  technicalDetails: "Technical details",
  serviceOrderId: (id: string) => `Print service order ${id}`,
  storeName: (name: string) => `Store at the print service: ${name}`,
  /** The print service names no time zone. */
  providerTime: (time: string) => `Accepted by the print service: ${time} (print service time)`,
};

export const KIND_LABELS: Readonly<Record<SubmissionView["kind"], string>> = {
  first: "Print order",
  supplement: "Added items",
  replacement: "Replacement",
  reprint: "Reprint",
};

export const IN_EDIT_WINDOW_MESSAGE = "You can still edit the order in Shopify.";

/** What a submission waits for, held or not, that goes by no countdown; null: nothing more is to be said. */
function waitMessage(
  { for: what, at, pausedUntil }: PlannedWaitView,
  held: boolean,
  time: (iso: string) => string,
): string | null {
  if (what === "pause") {
    const paused = pausedUntil === null ? "until you resume it" : `until ${time(pausedUntil).replace(/^on /, "")}`;
    const goes = at === null || at === pausedUntil ? "" : ` After that, the order goes to print ${time(at)}.`;
    return `Sending is paused ${paused}.${held ? "" : goes}`;
  }
  if (what === "staff")
    return held ? "After that, it waits until you send it." : "Ready. The order waits until you send it.";
  if (!held || at === null) return null;
  return what === "edit_window" ? `The edit window ends ${time(at)}.` : `The next sending time is ${time(at)}.`;
}

export const REPLACED_MESSAGE = "Replaced. You'll be alerted if the print service prints it anyway.";

/** The status of a submission. */
const STATE_MESSAGES: Readonly<Record<SubmissionView["state"], string>> = {
  waiting: "The order is sent to print once nothing holds it.",
  ready: "Ready. The order will be sent within moments.",
  submitting: "Sending to the print service.",
  submitted: "Received by the print service.",
  rejected: "Rejected by the print service. Change the order or send it again.",
  uncertain: "Delivery unconfirmed. Inkbridge checks for the order before sending it again.",
  in_production: "In production.",
  shipped: "Shipped. Tracking is being added to Shopify.",
  fulfilled: "Fulfilled in Shopify.",
  cancelled: "Canceled. The order won't be sent.",
};

/** The same for a submission with these open reasons. Shopify takes no tracking number of a canceled order. */
export function stateMessage(
  state: SubmissionView["state"],
  reasons: readonly AttentionCode[],
  orderCancelled: boolean,
): string {
  if (state === "shipped" && orderCancelled)
    return "Shipped. The tracking number isn't added to Shopify because the order is canceled.";
  if (state === "waiting" && !reasons.some(isHold)) return "Being prepared for sending.";
  if (state === "submitted" && reasons.includes("address_not_verified"))
    return "The print service has the order, but doesn't accept its address.";
  return STATE_MESSAGES[state];
}

/** Where a submission stands, unless a countdown says more. `time`: a moment in words, such as `today at 6:00 pm EDT`. */
export function standingMessage(
  { state, waits, timeline }: Pick<SubmissionView, "state" | "waits" | "timeline">,
  reasons: readonly AttentionCode[],
  orderCancelled: boolean,
  time: (iso: string) => string,
): string {
  if (state === "cancelled" && timeline.some(({ step }) => step === "sent")) return "Canceled at the print service.";
  const held = reasons.some(isHold);
  const wait = waits && waitMessage(waits, held, time);
  const standing = stateMessage(state, reasons, orderCancelled);
  if (!wait) return standing;
  return held ? `${standing} ${wait}` : wait;
}

/** The step that the print service, or a package, takes next; "" where nothing follows by itself. */
export function nextStepMessage({ state, timeline }: Pick<SubmissionView, "state" | "timeline">): string {
  const next = AT_PROVIDER_STATES.includes(state) ? timeline.find(({ progress }) => progress === "next") : undefined;
  return (next && NEXT_STEPS[next.step]) ?? "";
}

/** A payment or a cancellation at the print service that is under way; "" where there is none. */
export function writeMessage({
  openWrite,
  paymentProblem,
  paymentPaused,
}: Pick<SubmissionView, "openWrite" | "paymentProblem" | "paymentPaused">): string {
  if (openWrite === "cancel") return "Inkbridge is canceling the order at the print service.";
  if (openWrite !== "pay") return "";
  if (paymentPaused)
    return "The order is to be paid for at the print service. Automatic payments wait while sending is paused.";
  return paymentProblem
    ? "The order waits to be paid for: the print service doesn't take payments from your balance. Inkbridge tries again."
    : "Inkbridge is paying for the order at the print service.";
}

const NEXT_STEPS: Partial<Record<Milestone, string>> = {
  in_production: "Next: the print service prints the items.",
  shipped: "Next: the print service ships the items and sends a tracking number.",
};

/** What happens when a submission is due, before and after that moment; null: nothing a merchant would notice. */
export const DUE_LABELS: Readonly<Record<DueFor, { label: string; elapsedLabel: string | null } | null>> = {
  edit_window: { label: "Goes to print", elapsedLabel: "Sending now" },
  sending_time: { label: "Goes to print", elapsedLabel: "Sending now" },
  recheck: { label: "Next check", elapsedLabel: "Checking now" },
  try: { label: "Next attempt", elapsedLabel: null },
  look_up: { label: "Next check", elapsedLabel: "Checking now" },
  compare: null,
};

/** What is due and in how long, e.g. `Goes to print in 23 minutes`; null where the time means nothing to a merchant. */
export function dueText(due: NonNullable<SubmissionView["due"]>, now: Date): string | null {
  const labels = DUE_LABELS[due.what];
  if (!labels) return null;
  const secondsLeft = Math.ceil((new Date(due.at).getTime() - now.getTime()) / 1_000);
  return secondsLeft > 0 ? `${labels.label} ${timeUntil(secondsLeft)}` : labels.elapsedLabel;
}

export const ITEMS = {
  title: "Items",
  /** Of one of several print orders. */
  of: (kind: string) => `Items: ${kind}`,
  sku: (sku: string) => (sku === "" ? "No SKU yet" : `SKU ${sku}`),
  quantity: (quantity: number) => `Quantity ${quantity}`,
  note: (note: string) => `Print note: “${note}”`,
  drawn: (side: string, text: string) => `${side} text: “${text}”`,
  makesFile: "The print file is made with this text before the order is sent.",
  fileMade: "The print file was made with this text.",
  pictureOnly: "Drawn for your review only. The artwork is printed without this text.",
  fulfilled: (fulfilled: number, quantity: number) => `${fulfilled} of ${quantity} fulfilled`,
  /** The statuses are the print service's own words. */
  status: (status: string) => `Status: “${status}”`,
  billing: (status: string) => `Billing: “${status}”`,
};

export const PARCELS = {
  title: "Tracking",
  orderCancelled: "Order canceled",
  received: "Received",
  providerTime: (time: string) => `print service time ${time}`,
  contentsUnknown: "The print service doesn't say which items are in a package, or whether more packages follow.",
  /** Before the time. */
  toldBy: "The customer is told when the package ships, at the latest on",
  notShipped: "The customer isn't told, because the print service hasn't confirmed that this package shipped.",
  track: (trackingNumber: string) => `Track package ${trackingNumber}`,
};

/** A package has any of the pieces that were sent, since the print service doesn't say which (docs/decisions/0077-contents-of-packages.md). */
export const hasUnknownContents = ({ parcels, items }: Pick<SubmissionView, "parcels" | "items">): boolean =>
  parcels.length > 0 && items.reduce((sum, { quantity }) => sum + quantity, 0) > 1;

export const PARCEL_LABELS: Readonly<Record<SubmissionView["parcels"][number]["state"], string>> = {
  waiting: "Adding to Shopify",
  writing: "Adding to Shopify",
  fulfilled: "Added to Shopify",
  parked: "Needs attention",
  label_created: "Label created",
  not_shipped: "Not shipped",
};

export const PARCEL_TONES = {
  waiting: "info",
  writing: "info",
  fulfilled: "success",
  parked: "critical",
  label_created: undefined,
  not_shipped: "warning",
} as const;

/* The customer */

export const CUSTOMER = {
  title: "Customer",
  method: "Shipping method",
  erased: "The customer's personal data was erased, including the shipping details.",
  /** Around the moment: `Erased on Nov 21, 2026 …`. */
  erasedByAge: [
    "Erased on",
    "because Inkbridge keeps customer data for a limited time only. Shopify still has it.",
  ] as const,
  atProvider: "Address at the print service",
  // print-service: createOrder
  methodName: methodLabel,
  chosen: (title: string) => `In Shopify: ${title}`,
};

/** The heading of an address. `kinds`: the print orders that go there, where others go elsewhere. */
export function shippingHeading(isUnsent: boolean, kinds: string | null): string {
  const label = isUnsent ? "Address to be sent" : "Address sent to print";
  return kinds === null ? label : `${label} (${kinds})`;
}

/* The order as a whole, as Shopify shows it */

export const ORDER_TEXTS = {
  title: "Order in Shopify",
  total: "Order total",
  note: "Note",
  noNote: "No note",
  attributes: "Additional details",
  tags: "Tags",
  attribute: (name: string, value: string) => `${name}: ${value}`,
  unreadable: "Shopify isn't showing the order's note and details right now. Open the order in Shopify to read them.",
  changed: "No note or details found. The order was changed in Shopify.",
};

/* The order's line items */

export const LINES_CARD = {
  title: "Line items",
  others: "Other items",
  mapProduct: FIX_LABELS.mapProduct,
  sku: (sku: string) => `SKU ${sku}`,
  customerText: (name: string, value: string) => `${name}: “${value}”`,
  printSku: (sku: string) => `Print SKU ${sku}`,
  badges: { removed: "Removed", notPrinted: "Not printed", printed: "Print item", notMapped: "Not mapped" },
};

export function quantityText({ quantity, remaining, eligibility }: LineView): string {
  if (quantity === 0) return "Removed from order";
  if (eligibility !== "printable") return `Quantity ${quantity}`;
  return remaining === 0 ? `Quantity ${quantity}, all fulfilled` : `Quantity ${quantity}, ${remaining} to fulfill`;
}

/** "" for the usual case, which the badge shows already. */
const ELIGIBILITY_MESSAGES: Readonly<Record<EligibilityReason, string>> = {
  mapped_variant: "",
  sibling_mapped: "Another variant of this product is mapped.",
  rule_vendor: "The vendor matches your rules.",
  rule_tag: "A product tag matches your rules.",
  rule_type: "The product type matches your rules.",
  rule_sku: "Your rules include this SKU, or all products.",
  gift_card: "Gift card.",
  tip: "Tip.",
  no_shipping: "Doesn't require shipping.",
  other_fulfillment_service: "Fulfilled by another service.",
  mapping_removed: "The variant's mapping was removed.",
  product_deleted: "The product was deleted in Shopify.",
  line_changed: "No longer fulfilled by you in Shopify.",
  previously_printable: "Marked for print when the order was placed.",
  excluded_by_staff: "Excluded from print by staff.",
  excluded_by_rule: "One of your rules never sends this item.",
  not_printed: "Your print service doesn't print this variant.",
  no_match: "Not mapped to a print product.",
};

/** Why a line item is printed, or not. `rule`: the name of the one that keeps it from being sent. */
export function eligibilityMessage({ reason, rule, mapped }: Pick<LineView, "reason" | "rule" | "mapped">): string {
  if (rule !== null) return `Never sent, by your rule “${rule}”.`;
  const message = ELIGIBILITY_MESSAGES[reason];
  return mapped && reason === "other_fulfillment_service"
    ? `${message} To print the item, move it to your location in Shopify.`
    : message;
}

/** Which rules of the shop decide about a print order. */
export const decidedRulesText = (rules: SubmissionView["rules"]): string =>
  `${rules.length === 1 ? "Rule" : "Rules"}: ${rules.map(({ name, do: what }) => `“${name}” (${RULE_ACTIONS[what]})`).join(", ")}.`;

const RULE_ACTIONS: Readonly<Record<SubmissionView["rules"][number]["do"], string>> = {
  hold: "hold for approval",
  wait_for_tag: "wait for a tag",
  send_at_once: "send right away",
  never_send: "never send",
  ship_by: "shipping method",
  use_sku: "print SKU",
  add_note: "print note",
};

export const ARTWORK = {
  side: sideName,
  none: "No artwork",
  alt: (side: string, title: string) => `${side} of ${title}`,
  withText: (alt: string) => `${alt}, with the customer's text`,
  fullImage: (alt: string) => `${alt}, full image`,
};
