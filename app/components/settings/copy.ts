import type { Stage } from "../../settings/settings.ts";
import type { ConnectResult, AccountSyncGap } from "../../settings-page/account.ts";
import type { PrintSide } from "../../ports/order-model.ts";
import type { SENDING_MODES } from "../../settings/sending-modes.ts";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import type { FastMethod } from "../../settings/checkout-rates.ts";
import type { PrintServiceSetting } from "../../ports/print-service.ts";
import { ARTWORK_ORDER, REQUEST_FAILED } from "../common/copy.ts";
import { formatNumber, pluralize } from "../common/format.ts";

const PRINT_SERVICE_DOWN = "The print service isn't responding";
const LOGIN_REJECTED = "The print service rejected this email and password";

/** Texts of the pages of settings. */
export const COPY = {
  /** As the overview names them. */
  pages: {
    sending: "Sending",
    personalization: "Personalization",
    payment: "Payment",
    prices: "Prices and profit",
    shipping: "Shipping",
    rates: "Rates at checkout",
    artwork: "Artwork",
    shopify: "In Shopify",
    account: "Print account",
  },
  saved: "Settings saved",
  notSaved: {
    title: "Your changes weren't saved",
    text: "Inkbridge couldn't be reached. Your changes are still on this page.",
  },
  invalid: {
    title: (fields: number) => pluralize(fields, "field needs attention", "fields need attention"),
    text: "Nothing was saved. Fix the highlighted fields.",
  },
  account: {
    title: "Print service",
    description: "Orders are sent with this account. Its password or access token is stored encrypted.",
    connect: "Connect",
    password: "Password",
    emailMissing: "Enter the email of your print service account",
    passwordMissing: "Enter your password",
    credentialsRejected: LOGIN_REJECTED,
    method: {
      title: "Sign in with",
      password: "Email and password",
      token: "Access token",
    },
    accessToken: "Access token",
    accessTokenHelp: "Make a token on your print service's site, in the API settings of your store there.",
    accessTokenMissing: "Enter the whole access token",
    tokenRejected: "The print service rejected this access token",
    otherVersion: {
      title: "This print service needs another login",
      password: "The print service no longer takes this email and password. Connect with an access token.",
      token: "The print service doesn't take access tokens. Connect with your email and password.",
    },
    withToken: "Connected with an access token",
    version: (version: string) => `Print service API version ${version.slice(1)}`,
    unavailable: { title: PRINT_SERVICE_DOWN, text: "Nothing was changed. Try again in a moment." },
    unreachable: "The print service can't be reached",
    misconfigured: "Inkbridge isn't set up for this print service",
    unreadable: {
      title: "Orders at the print service can't be read right now",
      unchanged: "Nothing was changed.",
    },
    connected: "Connected",
    rejected: "Rejected",
    change: "Change login",
    disconnect: "Disconnect",
    test: "Test connection",
    testFailed: "The test couldn't run. Try again in a moment.",
    loginExpired: {
      title: "The print service rejected your login",
      since: "No orders have been sent since",
      text: "Orders on hold are sent when you reconnect.",
      action: "Reconnect",
    },
    toast: {
      connected: "Print service connected",
      comparing: "Comparing orders",
      moved: "Moved",
      practice: "Practice account connected",
      disconnected: "Print service disconnected",
      overridden: "Sending resumed",
    },
  },
  move: {
    offer: {
      title: "Use the print service's newer API",
      text: "Version 3 can show the print service's products, shipping prices, and print areas. Your orders are compared first. Nothing changes until you move.",
      action: "Compare with version 3",
    },
    form: {
      title: "Sign in to the same print service account",
      text: "Inkbridge compares the orders of the last 60 days. Orders keep being sent as before until you move.",
      compare: "Compare orders",
    },
    title: (version: string) => `Move to version ${version.slice(1)}`,
    comparing: (done: number, total: number) => `Comparing orders: ${done} of ${total} parts read`,
    waiting: "The print service isn't responding. Inkbridge keeps trying.",
    same: {
      title: "Both versions show the same account",
      text: "New orders and orders that haven't been sent go through the new version. Orders that were sent are followed through the old version until they end. Nothing is printed twice.",
    },
    different: {
      title: "These are different print service accounts",
      text: "The same order looks different in both, so the store can't move. To use the other account anyway, disconnect the print service, then connect the other account.",
    },
    too_few: {
      title: "Too few orders in common",
      text: "Inkbridge can't tell whether this is the same account, so the store can't move. Compare again later. To use the other account anyway, disconnect the print service, then connect the other account.",
    },
    outdated: "This comparison is more than a day old. Compare again before you move.",
    failed: {
      account_rejected: {
        title: "Orders couldn't be compared",
        text: "The print service rejected one of the two logins. Check both, then compare again.",
      },
      unavailable: {
        title: "Orders couldn't be compared",
        text: "The print service isn't responding. Nothing was changed.",
      },
    },
    counts: [
      { key: "both", label: "Orders in both" },
      { key: "onlyPresent", label: "Orders in the old version only" },
      { key: "onlyOther", label: "Orders in the new version only" },
      { key: "different", label: "Orders that differ" },
    ],
    examples: "For example",
    compared: "Compared",
    move: (version: string) => `Move to version ${version.slice(1)}`,
    again: "Compare again",
    cancel: "Cancel move",
    notMoved: {
      not_same: "Both versions no longer show the same account. Compare again.",
      outdated: "Something changed since the comparison. Compare again.",
      rejected: "The print service rejected the new login. Sign in again.",
    },
    moved: {
      since: (version: string) => `Moved to version ${version.slice(1)}`,
      open: (orders: number) =>
        `${pluralize(orders, "order that was sent before is", "orders that were sent before are")} still followed through the old version.`,
    },
  },
  practice: {
    name: "Practice account",
    badge: "Nothing is printed",
    orders:
      "Test orders go through every step, with made-up prices and tracking. Nothing is printed, shipped, or charged, and customers get no shipping emails. Customer orders are held until you connect your print service.",
    skus: "Any print SKU works. To practice a rejection, use a SKU that starts with UNKNOWN.",
    connectLive: "Connect your print service",
    afterSwitch: "Practice orders stay practice orders. Connecting doesn't print them or send them again.",
    sentOrders: "Practice orders that were sent still go through every step.",
    disconnectTitle: "Disconnect the practice account?",
    offer: {
      title: "Just trying Inkbridge?",
      text: "A practice account shows every step from order to tracking without printing anything.",
      action: "Use a practice account",
    },
    confirm: {
      title: "Use a practice account?",
      replacesLive:
        "Your print service is disconnected. Orders that it has are still printed and shipped, and their tracking is still added.",
      later: "You can connect your print service at any time. Orders sent until then stay practice orders.",
      failed: REQUEST_FAILED,
    },
  },
  disconnectModal: {
    title: "Disconnect the print service?",
    unsent: "Orders that haven't been sent are held until you connect again.",
    sent: "Orders at the print service are still printed and shipped, and their tracking is still added.",
    failed: REQUEST_FAILED,
  },
  test: {
    steps: { token: "Sign in", orders: "Read orders" },
    results: {
      fine: { tone: "success", label: "OK" },
      rejected: { tone: "critical", label: "Rejected" },
      unavailable: { tone: "warning", label: "Unavailable" },
    },
    connectionFailures: {
      untrusted_certificate:
        "The print service's certificate isn't trusted: it may have expired, or be for another address. Contact support.",
      host_not_found: "The print service's host name wasn't found. Try again in a moment, then contact support.",
      connection_refused: "The print service's server refused the connection. Try again in a moment.",
      timeout: "The print service took too long to answer. Try again in a moment.",
    },
    duration: (ms: number) => `${Math.round(ms)} ms`,
    tested: "Tested",
  },
  syncGap: {
    title: "Checking which orders were sent",
    since: "Inkbridge was offline or restored from a backup, and may be missing orders sent since",
    held: "Orders are held so that none is printed twice.",
    automatic: "Sending resumes automatically, usually within 15 minutes.",
    override: "Send without checking",
    confirm: {
      title: "Send orders without checking?",
      risk: "Orders that the print service already has may be printed twice.",
      compare: "First, put orders on hold that appear in the print service's list or in",
      compareLink: "Compare",
      wait: "Keep waiting",
      failed: REQUEST_FAILED,
    },
  },
  webhooks: {
    title: "Tracking and status updates",
    description:
      "The print service sends tracking and status updates to Inkbridge, which sets them up automatically. Inkbridge also checks regularly for missed updates.",
    notConnected: "Connect the print service first.",
    undecided: {
      title: "Another address gets updates from the print service",
      text: "Keep the other address, or use Inkbridge's address instead.",
      action: "Choose who gets updates",
    },
    manage: "Manage updates",
  },
  sending: {
    title: "Sending orders",
    description: "An order can't be changed once the print service has it. Canceling it there isn't always possible.",
    approval: "Approval",
    automatic: "Send orders automatically",
    automaticHelp: "Orders without issues are sent without your approval.",
    manual: "Require approval for every order",
    manualHelp: "Orders are held until you approve them on the Orders page.",
    editWindow: "Edit window",
    minutes: "minutes",
    editWindowHelp: {
      continuous:
        "Time to edit or cancel an order in Shopify before it's sent. Enter 0 to send right away. Up to 10,080 minutes (7 days).",
      at_times: "An order is sent at the first sending time after its edit window. Up to 10,080 minutes (7 days).",
    },
    when: "When to send",
    modes: {
      continuous: {
        label: "As orders come in",
        helpText: "Each order is sent right away, or when its edit window ends.",
      },
      at_times: {
        label: "At set times",
        helpText: "Orders are sent together, daily or on the days that you choose.",
      },
      by_hand: {
        label: "By hand",
        helpText: "Orders wait until you choose Send now on the order or on the Orders page.",
      },
    } satisfies Record<(typeof SENDING_MODES)[number], object>,
    time: (number: number, of: number) => (of === 1 ? "Sending time" : `Sending time ${number}`),
    timesHelp: (timezone: string) =>
      `In your store's time zone (${timezone}). Replacements, reprints, and orders that you send yourself go right away.`,
    addTime: "Add time",
    removeTime: (number: number) => `Remove sending time ${number}`,
    weekdays: "Days",
    weekdayNames: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    active: "Sending is active.",
    startDate: "Start date",
    startDateHelp: (timezone: string) =>
      `Orders placed before this date aren't sent automatically. In your store's time zone (${timezone}).`,
  },
  payment: {
    title: "Unpaid and test orders",
    description: "Choose when orders are sent that aren't paid yet, and what happens to test orders.",
    kinds: [
      {
        key: "authorized",
        label: "Authorized payments",
        help: "Choose “Right away” if your store captures payments when orders are fulfilled.",
      },
      { key: "cash_on_delivery", label: "Cash on delivery", help: undefined },
      { key: "net_terms", label: "Net terms", help: "Payment is due a number of days after the order, or on a date." },
      { key: "pay_later", label: "Payment due later", help: "Payment is due on fulfillment or on receipt." },
    ],
    rules: [
      { value: "when_paid", label: "When paid" },
      { value: "after_approval", label: "After your approval" },
      { value: "right_away", label: "Right away" },
    ],
    testOrders: "Test orders",
    testOrdersHold: "Hold test orders",
    testOrdersHoldHelp: "Test orders aren't printed unless you approve them.",
    testOrdersPrint: "Send test orders",
    testOrdersPrintHelp: "Select this only if your print account is a test account.",
  },
  products: {
    title: "Products your print service makes",
    description:
      "Mapped products are always printed. Orders with an unmapped product that matches a rule here are held until you map the product. To leave out a product that matches, mark it as never printed. Other unmapped products are skipped.",
    all: "All products",
    allHelp: "For stores that sell nothing else. Gift cards, tips, and items that aren't shipped are never held.",
    fields: [
      { key: "vendors", label: "Vendors", help: "Match any of these vendors" },
      { key: "productTags", label: "Product tags", help: "Match any of these tags" },
      { key: "productTypes", label: "Product types", help: "Match any of these types" },
      { key: "skuPrefixes", label: "SKU prefixes", help: "Match SKUs that start with any of these" },
    ],
  },
  artwork: {
    title: "Artwork",
    description: ARTWORK_ORDER,
    sizes: {
      title: "Print sizes",
      help: "Inkbridge warns you when an artwork file is too small for the side. Your print service knows the sizes. Leave a side blank to compare its pixels only.",
      width: (side: PrintSide) => (side === "front" ? "Front width" : "Back width"),
      height: (side: PrintSide) => (side === "front" ? "Front height" : "Back height"),
      unit: "Unit",
      units: [
        { label: "Inches", value: "in" },
        { label: "Centimeters", value: "cm" },
      ],
      wantedDpi: "Lowest resolution",
    },
    replaced: "When the file at an artwork link is replaced",
    replacedHold: "Hold orders until you use the new file",
    replacedHoldHelp: "Recommended. Nothing prints with a file that you haven't seen.",
    replacedNotify: "Print the new file and notify me",
    replacedNotifyHelp: "For stores that replace files on purpose. Home and the product show what was replaced.",
    properties: "Line item properties with artwork links",
    metafields: "Product metafields with artwork",
    property: (side: string) => `${side} properties`,
    metafield: (side: string) => `${side} metafield`,
    metafieldHelp: "Format: namespace.key. Leave blank to skip.",
    sides: [
      { key: "front", label: "Front" },
      { key: "back", label: "Back" },
      { key: "mockup", label: "Mockup" },
    ],
  },
  personalization: {
    title: "Personalization",
    description: "Choose what happens with the customer's own text, such as a name to print.",
    noteTemplate: "Print note",
    noteTemplatePlaceholder: "{Name on the back}, {Number}",
    noteTemplateHelp:
      "Names in braces are replaced by the customer's text for that line item property. The print note of a mapping comes first.",
    unused: "Other customer details",
    unusedHold: "Hold the order for review",
    unusedHoldHelp:
      "Orders are held when visible details or a product customizer's hidden design aren't sent to print.",
    unusedIgnore: "Print without them",
    ignored: "Details to ignore",
    ignoredHelp: "Line item properties that don't affect the print.",
    ignoredPlaceholder: "Gift wrap",
    review: "Properties to review",
    reviewHelp: "Orders with one of these line item properties are held until you approve the text.",
    reviewPlaceholder: "Name on the back",
    orderNotes: "Hold orders with a note",
    orderNotesHelp:
      "A note from the customer or your staff isn't sent to the print service. Orders with a note are held until you read it.",
    attributes: "Additional details to read",
    attributesHelp: "Orders with one of these cart attributes are held until you read it.",
    attributesPlaceholder: "Gift message",
    unprinted: (names: readonly string[]) =>
      `No print note has the text of ${names.map((name) => `“${name}”`).join(", ")}`,
    unprintedHelp:
      "This text isn't printed, and orders with it are held. To print the text, add the property in braces to the print note above, or to the print note of a mapping.",
  },
  olderOrders: {
    title: "Older orders",
    description: "Shopify shows apps the orders of the last 60 days. Access to older orders is optional.",
    access: "Access to older orders",
    allowed: "Allowed",
    notAllowed: "Not allowed",
    allowedNote: "Orders of any age can be sent, and their tracking is added.",
    notAllowedNote:
      "Tracking is still added to most orders older than 60 days. With access, tracking is added to all of them, and orders that were on hold for more than 60 days can be sent.",
    request: "Allow access",
    granted: "Access to older orders allowed",
    failed: {
      title: "Access can't be requested",
      text: "Shopify has to approve Inkbridge for this access first. Ask Inkbridge support.",
    },
  },
  inShopify: {
    title: "In Shopify",
    description: "What Shopify's order pages show about printing.",
    tags: "Tag orders",
    tagsHelp:
      "An order has one tag at a time that says where it is, and metafields with the same and a link to Inkbridge. Your own tags stay. Open orders are tagged within minutes, finished orders stay as they are. Turning this off removes the tags and metafields.",
    access: "Tags need your permission to edit orders.",
    request: "Allow order editing",
    granted: "Order editing allowed",
    failed: { title: "Permission can't be requested", text: "Try again in a moment." },
    prefix: "Tags start with",
    prefixHelp: (tags: readonly string[]) => `Tags: ${tags.join(", ")}`,
    tagged: (orders: number, more: boolean) =>
      more
        ? `More than ${formatNumber(orders)} orders have a tag.`
        : `${pluralize(orders, "order")} ${orders === 1 ? "has" : "have"} a tag.`,
    remove: "Turn off tags and remove them",
    removed: "Tags are being removed",
    removeFailed: { title: "Inkbridge couldn't be reached", text: "The tags may still be on. Try again in a moment." },
    holds: "Hold orders in Shopify while they wait for you",
    holdsHelp:
      "An unsent order that needs you, such as your approval, also gets a fulfillment hold in Shopify, with the reason. Other items of the same fulfillment are held with it. The hold ends with the reason. A hold that you release in Shopify stays released.",
  },
  shipping: {
    title: "Shipping method",
    description:
      "Orders ship Standard unless a rule matches the customer's shipping option. The first matching rule applies. Faster methods are available in the United States and Australia.",
    noRules: "No rules. Every order ships Standard.",
    add: "Add rule",
    rule: (number: number) => `Rule ${number}`,
    moveUp: (number: number) => `Move rule ${number} up`,
    moveDown: (number: number) => `Move rule ${number} down`,
    remove: (number: number) => `Remove rule ${number}`,
    contains: "Shipping option contains",
    containsPlaceholder: "express",
    method: "Use shipping method",
    services:
      "Orders ship with the print service's standard shipping unless a rule matches the customer's shipping option. The first matching rule applies. An order that its service doesn't ship to is held.",
    noServicesYet:
      "Shipping services appear here once they're read from your print service, a few minutes after your first product is mapped.",
    unavailable: (label: string) => `${label} (not available)`,
    unavailableNote: "Orders that match a rule with an unavailable method are held. Choose another method.",
  },
  contact: {
    title: "Customer contact",
    description:
      "The print service requires an email and a phone number. The fallbacks are used when the customer didn't provide one.",
    email: "Fallback email",
    emailHelp: "If blank, orders without an email are held.",
    phone: "Fallback phone",
    phoneHelp: "If blank, orders without a phone number are held.",
  },
  addresses: {
    title: "Address checks",
    description:
      "Inkbridge checks each address before the order is sent. A warning shows on the order and stops nothing. A held order waits until you correct or approve the address.",
    checks: [
      { key: "zip", label: "Postal code isn't valid in the country" },
      {
        key: "zip_region",
        label: "Postal code is in another state or province",
        help: "Australia, Brazil, Canada, Japan, Mexico, Spain, and the United States.",
      },
      {
        key: "house_number",
        label: "House number is missing",
        help: "Austria, Belgium, Canada, Denmark, Germany, the Netherlands, and the United States.",
      },
      { key: "line_too_long", label: "Address line is longer than 50 characters", help: "Labels cut longer lines." },
      {
        key: "po_box",
        label: "PO box or military address with faster shipping",
        help: "Couriers may not deliver there. Standard shipping isn't checked.",
      },
    ] satisfies { key: keyof SettingsDraft["addressChecks"]; label: string; help?: string }[],
    effects: [
      { value: "notify", label: "Warn, then send the order" },
      { value: "hold", label: "Hold the order" },
      { value: "ignore", label: "Don't check" },
    ] satisfies { value: SettingsDraft["addressChecks"]["zip"]; label: string }[],
  },
  fulfillment: {
    title: "Fulfillment and shipping emails",
    description: "Inkbridge fulfills orders in Shopify with the print service's tracking numbers.",
    fulfillWhen: "Fulfill orders in Shopify",
    fulfillChoices: [
      {
        value: "shipped",
        label: "When the first package ships",
        helpText:
          "All items are fulfilled with its tracking number, because the print service doesn't say which items are in it. Other packages are added.",
      },
      {
        value: "all_shipped",
        label: "When every item has shipped",
        helpText: "Customers hear of the first package only when the last item ships.",
      },
      {
        value: "tracking",
        label: "When the tracking number arrives",
        helpText: "The label may be printed before the order is, so customers may get the number days too early.",
      },
    ] satisfies { value: SettingsDraft["fulfillWhen"]; label: string; helpText: string }[],
    fulfillWait:
      "Inkbridge waits up to 3 days for the print service to say that items shipped. A print service that never says so isn't waited for again.",
    notify: "Email customers when an order ships",
    notifyHelp: "Shopify sends one email for each package, with its tracking number.",
  },
  late: {
    title: "Late orders",
    description:
      "Late orders have a view of their own, and each order shows its days beside your median of the last 60 days.",
    stages: [
      { key: "waiting", label: "Waiting to be sent", help: "Since the order was placed, or its items were added" },
      {
        key: "at_provider",
        label: "At the print service without tracking",
        help: "After that, the order also needs attention as “Not shipped yet”, and Shopify Flow can react to it",
      },
      { key: "shipped", label: "Shipped, not fulfilled in Shopify", help: "Since the first tracking number" },
    ] satisfies { key: Stage; label: string; help: string }[],
    unit: "business days",
    median: (help: string, days: number) => `${help}. Your median: ${pluralize(days, "business day")}`,
  },
  providerPayments: {
    title: "Pay and cancel",
    description: "What Inkbridge does on your print account without asking.",
    automatic: "Pay for orders automatically",
    automaticHelp:
      "Orders that the print service shows as unpaid from now on are paid from your balance there. Orders above a limit, and orders whose cost isn't known, wait for you.",
    perDay: "Limit per day",
    perDayHelp: "A day in your store's time zone.",
    perOrder: "Limit per order",
    perOrderHelp: "Leave blank for no limit.",
    cancel: "When an order is canceled in Shopify after it was sent to print",
    byHand: "Ask me",
    byHandHelp: "The order appears in your inbox, where you can cancel it at the print service.",
    automatically: "Cancel it at the print service",
    automaticallyHelp:
      "Only before it's printed, and only where no item of it is left. If it's too late, the order appears in your inbox.",
  },
  support: {
    title: "Print service support",
    description: "Only the print service can solve some problems. Inkbridge prepares the message for you.",
    email: "Support email",
    emailHelp: "Messages about orders go to this email.",
  },
  prices: {
    title: "Prices and margin",
    description: "Compare the print cost with what the customer paid before an order is sent.",
    currency: "Billing currency",
    currencyHelp:
      "Choose the currency the print service bills you in. Costs of orders that were sent before stay in the currency that was set then.",
    margin: "Minimum margin",
    marginHelp:
      "Percentage of what the customer paid. Orders below the minimum need your approval. Leave blank to skip.",
    marginDiffers: (currency: string, billing: string) =>
      `Prices in ${billing} are converted to ${currency} by the exchange rates below. Without a rate, orders are held.`,
    tried: {
      would: "would have been held",
      unknown: "because the print cost or what the customer paid isn't known",
    },
    tryInvalid: "Fix the highlighted fields first.",
    tryFailed: "The minimum couldn't be tried. Try again in a moment.",
    faster: "What faster shipping costs more than Standard",
    fasterHelp:
      "The print service quotes Standard only. With a minimum margin, orders that ship faster are held for your approval where this is blank.",
    selling: {
      title: "Prices to sell at",
      help: "A product's page works out what to charge. Prices in Shopify don't change.",
      target: "Target margin",
      ending: "Round prices up",
      shipping: "Shipping",
    },
    nightlyCheck: "Check print SKUs and costs every night",
    nightlyCheckHelp: (begins: string, days: number, requests: number) =>
      `From ${begins} in your store's time zone, Inkbridge asks the print service for the price of each print SKU sold in the last ${days} days, to the countries you ship to most. That takes up to ${requests} requests and places no orders. Rejected SKUs and changed costs show on Home and on the product.`,
  },
  profit: {
    title: "Profit",
    description: "Choose what counts when Inkbridge works out what an order earned.",
    shipping: "Shipping paid by customers",
    shippingOptions: [
      { value: "all", label: "Count all of it" },
      { value: "share", label: "Count the share of the printed items" },
      { value: "none", label: "Don't count it" },
    ],
    shippingHelp: "The share matters for orders that also contain items you don't print. Items are weighed by value.",
    countTax: "Count the print service's tax as a cost",
    countTaxHelp: "Leave this off if you get that tax back.",
    feePercent: "Payment fee",
    feeHelp:
      "What your payment provider takes of each paid order, taxes and shipping included. Not charged on gift cards. Refunds don't return the fee.",
    feeFixed: "Plus a fixed fee per order",
    feeCurrency: "Currency of the fixed fee",
    storeCurrency: (currency: string | null) => (currency ? `Store currency (${currency})` : "Store currency"),
    rates: "Exchange rates",
    ratesHelp:
      "Needed when the print service or your payment provider uses another currency than your store. Without a rate, the order's profit isn't known.",
    rateFrom: "From",
    rateTo: "To",
    rate: (from: string, to: string) => `1 ${from} in ${to}`,
    rateSince: "From this day on",
    addRate: "Add exchange rate",
    remove: "Remove",
    removeRate: (number: number) => `Remove exchange rate ${number}`,
  },
} as const;

export const METHODS: { value: FastMethod; label: string }[] = [
  { value: "US-1", label: "United States: Express (1–3 days)" },
  { value: "US-2", label: "United States: Ground (3–5 business days)" },
  { value: "AU-1", label: "Australia: Express" },
];

export const GAP_PROBLEMS: Readonly<Record<NonNullable<AccountSyncGap["problem"]>, string>> = {
  unreadable: "The print service's order list can't be read right now. Inkbridge retries every minute.",
  incomplete: "The print service's order list may be incomplete, so Inkbridge can't rely on it.",
  date_filter_ignored: "The print service returns orders from other dates, so Inkbridge can't rely on its list.",
  known_order_missing: "The print service's list is missing orders that it has, so Inkbridge can't rely on it.",
};

/** The behavior of the print service that shows which setting of the app is wrong. */
const SETTING_PROBLEMS: Readonly<Record<PrintServiceSetting, string>> = {
  PRINT_SERVICE_URL: "Inkbridge can't find the print service at its configured address.",
  PRINT_SERVICE_TOKEN_METHOD: "The print service expects Inkbridge to sign in another way.",
  PRINT_SERVICE_PREFIX: "Signing in works, but the print service doesn't recognize Inkbridge's other requests.",
  PRINT_SERVICE_GET_PARAMS: "The print service responds, but ignores what Inkbridge asks for.",
};

/** A wrong setting of the app, which a merchant cannot change. */
export const wrongSettingMessage = (setting: PrintServiceSetting): string =>
  `${SETTING_PROBLEMS[setting]} Your login may be fine. Ask Inkbridge support to check the setting ${setting}.`;

const CALLS = { list: "the order list", detail: "order details" } as const;

/** Why nobody could sign in at the print service. */
export function unavailableCopy({
  connectionFailure,
}: Pick<Extract<ConnectResult, { outcome: "unavailable" }>, "connectionFailure">) {
  if (connectionFailure === null || connectionFailure === "timeout") return COPY.account.unavailable;
  return { title: COPY.account.unreachable, text: COPY.test.connectionFailures[connectionFailure] };
}

/** Orders that cannot be read although the credentials are right. */
export function unreadableMessage(problem: { call: "list" | "detail"; httpStatus: number | null }): string {
  const { call, httpStatus } = problem;
  const answer = httpStatus === null ? "doesn't respond" : `responds with HTTP ${httpStatus}`;
  return `Your email and password work, but the print service ${answer} when Inkbridge requests ${CALLS[call]}. ${adviceFor(httpStatus)}`;
}

/** An answer that is neither missing nor a failure of the server comes again. */
const adviceFor = (httpStatus: number | null): string =>
  httpStatus === null || httpStatus >= 500 || httpStatus === 429
    ? "Try again in a moment. If the problem continues, contact the print service."
    : "Inkbridge can't read this answer. Contact Inkbridge support and include this message.";
