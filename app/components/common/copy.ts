import type { TextProblem } from "../../ports/text-placement.ts";
import type { ArtworkPreview, ArtworkProblem, UnprintableType } from "../../ports/artwork.ts";
import type { ProviderOutage } from "../../print-accounts/provider-outage.ts";
import { formatNumber, pluralize } from "./format.ts";
import { LISTS } from "./page-links.ts";
import type { SettingName } from "../../settings/settings.ts";

/** The order in app/orders/compose/line-content.ts. */
export const ARTWORK_ORDER = "Artwork on the line item is used first, then the mapping, then product metafields.";

/** In one sentence what COPY.requestFailed says: nobody knows whether the change arrived. */
export const REQUEST_FAILED =
  "Inkbridge couldn't be reached. Your change may not have been made. Try again in a moment.";

export const SAVED_VIEW_ERRORS = {
  name_taken: "A view with this name already exists. Choose another name.",
  too_many: "You've reached the limit of saved views. Delete a view to save another.",
  not_found: "This view was deleted.",
  failed: REQUEST_FAILED,
} as const;

/** Texts that several pages share. */
export const COPY = {
  save: "Save",
  discard: "Discard",
  cancel: "Cancel",
  tryAgain: "Try again",
  requestFailed: {
    title: "Inkbridge couldn't be reached",
    text: "Your change may not have been made. Try again in a moment.",
  },
  /** In a dialog whose request failed. */
  entriesKept: "Inkbridge couldn't be reached. Your entries are still here. Try again in a moment.",
  home: "Home",
  settings: "Settings",
  navigation: [
    { label: "Inbox", url: LISTS.inbox },
    { label: "Orders", url: "/app/orders" },
    { label: "Claims", url: "/app/claims" },
    { label: "Products", url: "/app/products" },
    { label: "Reports", url: "/app/reports" },
    { label: "Compare", url: "/app/reconciliation" },
    { label: "Quote", url: "/app/quote" },
    { label: "Settings", url: "/app/settings" },
  ],
  emailField: "Email",
  timeZone: (timezone: string) => `Times are in your store's time zone (${timezone}).`,
  loadingImage: (name: string) => `Loading ${name}`,
  account: {
    not_connected: { title: "Connect your print service", action: "Connect" },
    account_rejected: { title: "The print service rejected your login", action: "Reconnect" },
  },
  tokenEnds: {
    title: "Your print service access token ends soon",
    until: "The token works until",
    text: "Make a new token on your print service's site, then connect with it. After that time, orders aren't sent.",
    action: "Enter new token",
  },
  practice: {
    title: "Practice account: nothing is printed",
    text: "Test orders go through every step with made-up prices and tracking. Customer orders are held.",
    action: "Connect your print service",
    order: "Practice order: nothing is printed",
    orderText: "Statuses, prices, and tracking are made up.",
    price: "Practice price: made up, and nothing is charged.",
  },
  sendingPause: {
    title: (count: string, orders: number) =>
      orders === 0
        ? "Sending is paused"
        : `Sending is paused: ${count} ${orders === 1 ? "order waits" : "orders wait"}`,
    /** Before the time. */
    since: "No orders have been sent to print since",
    /** Before the time. */
    until: "Sending resumes on",
    untilResumed: "Sending stays paused until you resume it.",
    rules: "Orders that wait then go by your sending settings.",
    resume: "Resume sending",
    resumed: "Sending resumed",
    view: "View waiting orders",
    failed: "Inkbridge couldn't be reached. Try again.",
    pause: "Pause sending",
    paused: "Sending paused",
    dialog: "Pause sending?",
    explains:
      "No orders, replacements, or reprints are sent to print while sending is paused. Tracking and updates continue.",
    ends: "Pause",
    endsResumed: "Until you resume it",
    endsTime: "Until a date and time",
    time: "Resume on",
    timeHelp: (timezone: string) => `In your store's time zone (${timezone}).`,
    problems: { past: "Enter a time in the future.", unreadable: "Enter a date and time." },
  },
  shopifyLimit: {
    title: (orders: number, more: boolean) =>
      more
        ? `More than ${formatNumber(orders)} orders wait for Shopify's limit`
        : `${pluralize(orders, "order")} ${orders === 1 ? "waits" : "wait"} for Shopify's limit`,
    why: "Shopify limits how much an app can read and write in a store per second.",
    pace: (perMinute: number) =>
      `At ${formatNumber(Math.max(1, Math.round(perMinute)))} orders a minute, the last one goes at about`,
    noAction: "No order is lost, and you don't need to do anything.",
  },
  priceNotRefreshed: "The price couldn't be refreshed. This is the previous price.",
  outage: {
    title: "Updates from the print service may be delayed",
    since: (call: ProviderOutage["call"]) => `Inkbridge hasn't been able to read ${CALLS[call]} since`,
    answer: (httpStatus: number | null) =>
      httpStatus === null
        ? "The print service doesn't respond."
        : `The print service responds with HTTP ${httpStatus}.`,
    lastRead: "Last successful check:",
    retry: "Inkbridge keeps trying and will catch up on missed updates.",
  },
  unreadableSettings: {
    title: "Some settings need to be saved again",
    action: "Go to settings",
    text: (keys: readonly SettingName[]) =>
      `Inkbridge can't read these settings: ${settingNames(keys)}. Until you review and save them, every order needs your approval and customers don't get shipping emails.`,
  },
  dryRunOffer: {
    title: "Check your changes with a dry run",
    text: "See what would have been sent and held in the last 30 days. Nothing is sent to print.",
    action: "Go to dry run",
  },
  notFound: {
    title: "Page not found",
    text: "The page may have been removed, or the link may be incomplete.",
    action: "Go to Home",
  },
  loadFailed: {
    title: "Something went wrong",
    heading: "This page couldn't be loaded",
    text: "Orders keep processing. Inkbridge loads this page again automatically.",
  },
} as const;

const CALLS: Readonly<Record<ProviderOutage["call"], string>> = {
  list: "the print service's order list",
  detail: "order details at the print service",
};

export type NoPreviewReason = Exclude<ArtworkPreview, { ok: true }>["reason"];

/** Types of pictures that the print service does not take, by name. */
const UNPRINTABLE_TYPES: Readonly<Record<UnprintableType, string>> = {
  photoshop_file: "Photoshop",
  heic_file: "HEIC",
  tiff_file: "TIFF",
  avif_file: "AVIF",
  jpeg_xl_file: "JPEG XL",
  bmp_file: "BMP",
  postscript_file: "EPS or PostScript",
  gimp_file: "GIMP",
  krita_file: "Krita",
};

const byUnprintableType = (text: (name: string) => string): Readonly<Record<UnprintableType, string>> => {
  const texts = Object.entries(UNPRINTABLE_TYPES).map(([type, name]) => [type, text(name)] as const);
  return Object.fromEntries(texts) as Record<UnprintableType, string>;
};

/** Why a file cannot be printed, and what to do. */
export const ARTWORK_PROBLEMS: Readonly<Record<ArtworkProblem, string>> = {
  bad_link: "Enter a full link, such as https://example.com/front.png",
  private_address: "This link is on a private network. Use a public link.",
  status: "No file found at this link. The file may be deleted or private.",
  web_page: "This link opens a web page or a login. Use a direct, public link to the file.",
  empty_file: "The file is empty. Upload the file again.",
  ...byUnprintableType((name) => `${name} files can't be printed. Export the artwork as PNG.`),
  not_image: "This file isn't an image or PDF.",
  damaged_image: "The image is damaged or incomplete. Export and upload the image again.",
  blank_image: "Nothing would print: the image is all transparent or all white. Export the artwork again.",
  too_large: "The file is larger than 100 MB.",
  timeout: "The link took too long to respond.",
  unreachable: "The link can't be reached.",
};

/** The reason why no picture is shown, in the few words that fit its place. */
export const NO_PREVIEW_LABELS: Readonly<Record<NoPreviewReason, string>> = {
  bad_link: "No link",
  private_address: "Not public",
  status: "Not found",
  web_page: "A web page",
  empty_file: "Empty file",
  ...byUnprintableType((name) => `${name} file`),
  not_image: "Not an image",
  damaged_image: "Damaged file",
  blank_image: "Empty image",
  too_large: "Too large to preview",
  no_preview: "No preview",
  other_shape: "Another shape",
  text_not_drawn: "Text not drawn",
  timeout: "No response",
  unreachable: "No response",
};

/** Why a text is not drawn on artwork. */
export function refusalText(problem: TextProblem): string {
  if (problem.code === "characters") return `The font can't draw: ${problem.characters.join(" ")}`;
  return problem.code === "too_many"
    ? `This text has more than ${problem.max} characters.`
    : "This text doesn't fit into its box.";
}

export const SETTING_NAMES: Readonly<Record<SettingName, string>> = {
  approval: "approval",
  editWindowMinutes: "edit window",
  sending: "when orders are sent",
  testOrders: "test orders",
  payment: "unpaid orders",
  printableRule: "unmapped products",
  artworkProperties: "line item properties with artwork links",
  artworkMetafields: "product metafields with artwork links",
  printSizes: "print sizes",
  replacedArtwork: "replaced artwork files",
  personalizationProperties: "properties to review",
  noteTemplate: "print note",
  ignoredProperties: "details to ignore",
  unusedProperties: "other customer details",
  orderNotes: "order notes",
  attributesToReview: "cart attributes to review",
  shippingRules: "shipping method",
  addressChecks: "address checks",
  fallbackEmail: "fallback email",
  fallbackPhone: "fallback phone",
  printServiceEmail: "print service support email",
  fulfillWhen: "when orders are fulfilled",
  notifyCustomer: "shipping emails",
  inShopify: "tags and holds in Shopify",
  minimumMarginPercent: "minimum margin",
  serviceCurrency: "billing currency",
  profit: "profit",
  fasterShippingCosts: "cost of faster shipping",
  sellingPrices: "prices to sell at",
  lateAfterDays: "late orders",
  rules: "rules",
  nightlySkuCheck: "nightly check of print SKUs and costs",
  checkoutRates: "rates at checkout",
  automaticPayment: "automatic payment",
  cancelAtProvider: "cancellation at the print service",
};

/** Settings by the names of their page, e.g. `minimum margin, shipping method`. */
const settingNames = (keys: readonly SettingName[]): string => keys.map((key) => SETTING_NAMES[key]).join(", ");

/** Texts of the pages outside the admin. */
export const OUTSIDE = {
  root: "Open Inkbridge from Apps in your Shopify admin.",
  notFound: "Page not found.",
  failed: "Something went wrong. Try again in a moment.",
  stopNotifications: {
    title: "Emails from Inkbridge",
    question: "You won't get emails about this store's orders anymore. The store can still see them in Inkbridge.",
    stop: "Stop emails",
    stopped: "You've stopped these emails. To get them again, ask the store to turn them on in Inkbridge.",
    gone: "This address was removed from the store's notifications. You won't get any more emails.",
  },
  practiceTracking: {
    title: "Practice order",
    heading: "This is a practice order",
    text: "Nothing was printed or shipped. The tracking number is made up.",
    customer:
      "The store is trying out Inkbridge with a practice account. If you bought something, ask the store about your order.",
  },
} as const;
