import type { Home } from "../../home/home.ts";
import type { GuideStep } from "../../home/guide-steps.ts";
import { COVERAGE_ORDERS, type CoverageGap } from "../../catalog/coverage-figures.ts";
import { formatNumber, pluralize } from "../common/format.ts";
import { SETTINGS_LINKS } from "../common/page-links.ts";

/** Items that were sold of it and would wait for staff. */
const soldToo = (sold: number) => (sold > 0 ? `, ${pluralize(sold, "item")} sold` : "");
const isOrAre = (units: number) => (units === 1 ? "is" : "are");

/** Texts of the home page. */
export const COPY = {
  title: "Inkbridge",
  accountRejected: { since: "No orders have been sent since", text: "Reconnect to send the orders on hold." },
  notConnected: "Orders are held until you connect.",
  blocked: {
    title: "Shopify blocks requests from Inkbridge",
    since: "Shopify has blocked Inkbridge's server since",
    text: "Orders wait and continue automatically, and none are lost. Your store and your settings are fine. If this takes longer than a few hours, contact support.",
    action: "Contact support",
  },
  readingMissed: {
    title: "Reading orders placed while Inkbridge was uninstalled",
    text: "This usually takes less than a minute. This page updates automatically.",
  },
  placedWhileUninstalled: {
    title: (orders: number) =>
      `${pluralize(orders, "order")} ${orders === 1 ? "was" : "were"} placed while Inkbridge was uninstalled`,
    text: "Orders from that time aren't sent to print automatically. Review them, and send those that still need printing.",
    action: "Review orders",
  },
  placedBeforeStart: {
    title: (orders: number) =>
      `${pluralize(orders, "order")} placed before your start date ${orders === 1 ? "isn't" : "aren't"} sent to print`,
    text: (start: string) =>
      `Orders placed before ${start} aren't sent automatically. Review them, and send those that still need printing.`,
    action: "Review orders",
  },
  fulfilledFirst: {
    title: "Your store may fulfill orders automatically",
    text: (orders: number) =>
      `In the last 7 days, ${pluralize(orders, "order")} ${orders === 1 ? "was" : "were"} fulfilled in Shopify before printing. Turn off automatic fulfillment in Shopify under Settings > General > Order processing.`,
    action: "View orders",
  },
  failedWebhooks: {
    title: (count: number, limit: number) =>
      count < limit ? `${pluralize(count, "update")} failed` : `${limit} or more updates failed`,
    text: (count: number) =>
      `No orders are lost. Inkbridge also checks Shopify and the print service regularly. Retry or dismiss the ${count === 1 ? "update" : "updates"}.`,
    action: "View failed updates",
  },
  dataRequests: {
    title: (count: number) => `${pluralize(count, "customer")} asked for their data`,
    text: (due: string) => `Send the file by ${due}.`,
    action: "View data requests",
  },
  skuAlerts: {
    rejected: {
      title: (skus: number) => `The print service rejects ${pluralize(skus, "print SKU")}`,
      text: "Orders for these variants may be rejected. Change their print SKU.",
      moreUrl: "/app/products/variants?view=broken",
    },
    costRaised: {
      title: (skus: number) => `Print cost rose for ${pluralize(skus, "print SKU")}`,
      text: "Open a variant to see your margin, and the price to sell at.",
    },
    costLowered: {
      title: (skus: number) => `Print cost fell for ${pluralize(skus, "print SKU")}`,
      text: "Open a variant to see the change and your margin.",
    },
    more: (skus: number) => `And ${skus} more`,
  },
  catalog: {
    title: "The print service's catalog changed",
    kinds: ["renamed", "gone", "out_of_stock"],
    found: ({ renamed, gone, out_of_stock }: Home["catalog"]["counts"]) => {
      const parts = [
        ...(renamed > 0 ? [`${formatNumber(renamed)} with a new name`] : []),
        ...(gone > 0 ? [`${formatNumber(gone)} gone`] : []),
        ...(out_of_stock > 0 ? [`${formatNumber(out_of_stock)} out of stock`] : []),
      ];
      return parts.length === 0 ? "" : `Mapped SKUs: ${parts.join(", ")}.`;
    },
    shrank: "The last copy is much smaller than the one before.",
    action: "Review catalog",
    url: "/app/catalog",
  },
  week: {
    none: "No new orders to print in the last 7 days.",
    well: (orders: string) => `All is well: ${orders} in the last 7 days, and none needs you.`,
    needing: (needing: number, orders: string) =>
      `${formatNumber(needing)} of ${orders} in the last 7 days ${needing === 1 ? "needs" : "need"} you.`,
    others: (others: number) => `${pluralize(others, "other order")} ${others === 1 ? "needs" : "need"} you.`,
    many: (orders: string) => `${orders} orders need you.`,
    stopped: (orders: string) => `${orders} in the last 7 days. The message above says what holds them up.`,
    inbox: "Open inbox",
    reports: "View reports",
  },
  testConnection: "Test connection",
  dryRun: "Dry run",
  diagnostics: "Diagnostics",
  guide: {
    title: "Setup guide",
    complete: "Setup is complete",
    dismiss: "Dismiss",
    show: "Show steps",
    hide: "Hide steps",
    progress: (done: number, all: number) => `${done} of ${all} steps completed`,
    stepLabel: (title: string, done: boolean) => `${title}: ${done ? "completed" : "not completed"}`,
  },
  figures: {
    attention: "Needs attention",
    waiting: "Waiting",
    atProvider: "At print service",
    shipped: "Shipped",
    fulfilled: "Fulfilled",
    now: "Now",
    recent: "Last 30 days",
    unit: "orders",
  },
  attention: {
    title: "Needs attention",
    none: "You're all caught up.",
    automatic: "No action needed",
    orders: (count: number) => pluralize(count, "order"),
    /** Before what happened to them. */
    shipped: (orders: number) => `${pluralize(orders, "order")} ${orders === 1 ? "has" : "have"} shipped:`,
    /** Before the moment. */
    since: (orders: number) => (orders === 1 ? "Since" : "The first one since"),
  },
  products: {
    title: "Product mapping",
    percent: (percent: number) => `${percent}%`,
    units: (automatic: number, all: number) =>
      `${formatNumber(automatic)} of ${formatNumber(all)} items sold would print automatically with your current mappings and settings.`,
    period: (limited: boolean) => (limited ? `Last ${formatNumber(COVERAGE_ORDERS)} orders.` : "Last 30 days."),
    notPrinted: (units: number) => `${pluralize(units, "more item")} ${isOrAre(units)} never printed.`,
    steps: "Next steps",
    fileUnreadable: {
      sentence: (variants: number, sold: number) =>
        `The artwork of ${pluralize(variants, "mapped variant")} can't be opened${soldToo(sold)}. Orders are held.`,
      link: "Review artwork",
      url: "/app/products/variants?view=file_unreadable",
    },
    fileReplaced: {
      sentence: (variants: number, sold: number) =>
        `The artwork of ${pluralize(variants, "mapped variant")} was replaced since you mapped ${variants === 1 ? "it" : "them"}${soldToo(sold)}. Check that the new artwork is right.`,
      link: "Review artwork",
      url: "/app/products/variants?view=file_replaced",
    },
    changed: {
      sentence: (mappings: number, sold: number) =>
        `${pluralize(mappings, "mapped variant")} changed in Shopify${soldToo(sold)}. Check that the mapping still fits.`,
      link: "Review changes",
      url: "/app/products/variants?view=changed",
    },
    deleted: {
      sentence: (mappings: number) =>
        `${pluralize(mappings, "mapped variant")} ${mappings === 1 ? "was" : "were"} deleted in Shopify. Move or remove the mapping.`,
      link: "Review mappings",
      url: "/app/products/variants?view=changed",
    },
    unmappedSiblings: {
      sentence: (variants: number) =>
        `${pluralize(variants, "variant")} of mapped products ${variants === 1 ? "isn't" : "aren't"} mapped. Orders with ${variants === 1 ? "this variant" : "these variants"} are held.`,
      link: "Map variants",
      url: "/app/products/variants?view=partly_mapped",
    },
    copy: {
      sentence: (title: string, original: string) => `“${title}” looks like a copy of “${original}”, and isn't mapped.`,
      link: "Copy mappings",
    },
  },
  system: {
    title: "Connections",
    account: "Print service",
    connectedOn: "Connected",
    rejectedOn: "Rejected",
    webhooks: "Tracking and status updates",
    failedWebhooks: "Processing of updates",
    noneFailed: "OK",
    someFailed: "Some failed",
    viewFailed: "View failed updates",
    shopifySync: "Last sync with Shopify",
    shopifySyncHint: "New orders arrive instantly. The sync is a backup.",
    startDate: "Sending orders placed after",
    change: "Change",
    providerSync: "Last sync with print service",
    failing: "Failing",
    skuCheck: "Nightly SKU and cost check",
    off: "Off",
    firstSkuCheck: "Starts within a few minutes",
    incomplete: "Incomplete",
    firstSync: "Starts within 10 minutes",
  },
} as const;

/** Why SKUs were left unchecked. */
export const SKU_CHECK_PROBLEMS: Readonly<
  Record<NonNullable<NonNullable<NonNullable<Home["skuCheck"]>["last"]>["problem"]>, string>
> = {
  unavailable: "The print service didn't respond. The check runs again tonight.",
  inconsistent: "The print service gave contradictory answers. The check runs again tonight.",
  all_rejected: "The print service rejected every SKU. The check runs again tonight.",
  limit_reached: "Too many SKUs were rejected to check all of them. The check continues tonight.",
  too_late: "The check didn't finish in time. The check runs again tonight.",
};

/** Items sold that need a person, by the reason. A rejected print SKU has a banner of its own. */
export const GAP_COPY: Readonly<
  Record<Exclude<CoverageGap, GapOfMapping | "sku_rejected">, { sentence(units: number): string } & StepLink>
> = {
  not_mapped: {
    sentence: (units) => `${pluralize(units, "item")} sold ${units === 1 ? "isn't" : "aren't"} mapped.`,
    link: "Map or mark as never printed",
    url: "/app/products/variants?view=sold",
  },
  excluded_in_shopify: {
    sentence: (units) =>
      `${pluralize(units, "item")} sold ${isOrAre(units)} mapped but not printed: in Shopify, another service fulfills ${units === 1 ? "it" : "them"}, or the variant isn't a physical product. Check where your variants are stocked, and move the orders to your location.`,
    link: "View orders",
    url: "/app/orders?excluded=shopify",
  },
  artwork: {
    sentence: (units) => `${pluralize(units, "item")} sold ${isOrAre(units)} held for missing or broken artwork.`,
    link: "View orders",
    url: "/app/orders?tab=attention&reason=artwork_missing,artwork_unreadable",
  },
  approval: {
    sentence: (units) => `${pluralize(units, "item")} sold would need your approval with your current settings.`,
    link: "Review settings",
    url: SETTINGS_LINKS.sending,
  },
};

/** These have a line of their own, with the variants that are concerned. */
type GapOfMapping = "variant_changed" | "file_unreadable" | "file_replaced";

interface StepLink {
  link: string;
  url: string;
}

interface LinkCopy {
  content: string;
  url: string;
}

export const ACCOUNT_BADGES = {
  none: { tone: "attention", label: "Not connected" },
  connected: { tone: "success", label: "Connected" },
  practice: { tone: "info", label: "Practice" },
  rejected: { tone: "critical", label: "Rejected" },
} as const;

interface WebhookBadge {
  tone: "success" | "attention" | "warning" | "info";
  label: string;
  link: LinkCopy | null;
}

export const WEBHOOK_BADGES: Readonly<Record<Home["webhookStatus"], WebhookBadge>> = {
  registered: { tone: "success", label: "On", link: null },
  missing: {
    tone: "attention",
    label: "Not set up",
    link: { content: "Set up tracking updates", url: SETTINGS_LINKS.webhooks },
  },
  off: { tone: "attention", label: "Off", link: { content: "Turn on", url: "/app/webhooks" } },
  undecided: {
    tone: "warning",
    label: "Other address",
    link: { content: "Choose who gets updates", url: "/app/webhooks" },
  },
  kept: { tone: "info", label: "Other address", link: { content: COPY.system.change, url: "/app/webhooks" } },
};

interface StepCopy {
  title: string;
  text: string;
  action: LinkCopy;
}

/** The steps of the setup guide, with a link to the page of each. */
export const STEP_COPY: Readonly<Record<GuideStep, StepCopy>> = {
  connect: {
    title: "Connect your print service",
    text: "Sign in to your print service account, or use a practice account that prints nothing.",
    action: { content: "Connect", url: SETTINGS_LINKS.print_account },
  },
  register: {
    title: "Receive tracking and status updates",
    text: "Inkbridge sets up updates automatically when you connect. If something is missing, Settings shows what to do.",
    action: { content: "Set up tracking updates", url: SETTINGS_LINKS.webhooks },
  },
  map: {
    title: "Map your first product",
    text: "Match a variant to a print product and artwork.",
    action: { content: "Map a product", url: "/app/products" },
  },
  choose: {
    title: "Choose which products your print service makes",
    text: "Choose all products, or name vendors, tags, or types. Orders with an unmapped product among them are then held until you map it. Other unmapped products are skipped.",
    action: { content: "Choose products", url: SETTINGS_LINKS.products },
  },
  review: {
    title: "Review your settings",
    text: "Choose whether orders need approval, when they are sent, and the date from which orders are sent. Then save.",
    action: { content: "Review settings", url: SETTINGS_LINKS.sending },
  },
  check: {
    title: "Check your last 30 days of orders",
    text: "A dry run shows what would have been sent, what would have been held and why, and what printing would have cost. Nothing is sent to print.",
    action: { content: "Go to dry run", url: "/app/dry-run" },
  },
  send: {
    title: "Send your first order to print",
    text: "Place an order for a mapped product. The order is sent when your settings say.",
    action: { content: "View orders", url: "/app/orders" },
  },
};

/** Payments at the print service that all wait for one thing. */
export const WAITING_PAYMENTS = {
  titles: {
    low_balance: "Your balance at the print service is too low",
    refused: "The print service rejects your payments",
  },
  waiting: (orders: number) => `${pluralize(orders, "order")} ${orders === 1 ? "waits" : "wait"} to be paid for.`,
  fixes: {
    low_balance: "Add money on the print service's website.",
    refused: "Ask the print service, or check how you pay on its website.",
  },
  next: "Inkbridge tries again on",
  retry: "Try again now",
  retried: "Trying to pay again",
  failed: "That didn't work. Check your connection, then try again.",
} as const;

/** Texts of the steps that differ with a practice account. */
export const PRACTICE_STEP_TEXTS: Readonly<Partial<Record<GuideStep, string>>> = {
  map: "Match a variant to any print SKU, such as TEE-BLACK-M, and to the link of any public image.",
  send: "Place a test order for a mapped product. About three minutes after the order is sent, a made-up tracking number appears in Shopify. Nothing is printed.",
};
