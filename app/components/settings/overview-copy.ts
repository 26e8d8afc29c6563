import type { AccountView } from "../../settings-page/account.ts";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import type { SettingsPage } from "../../settings/settings-pages.ts";
import { formatClock, pluralize } from "../common/format.ts";

/** What the overview of the settings tells of. */
export interface Overview {
  settings: SettingsDraft;
  account: AccountView;
  paused: boolean;
  /** Rules that are on. */
  rules: number;
  /** Active channels of the shop. */
  channels: { email: number; webhook: number };
  /** `limited`: those that only chosen staff has. */
  permissions: { limited: number; all: number };
  /** Stores that this one is linked with. */
  stores: number;
}

interface EntryCopy {
  title: string;
  /** What is set now, in one line. */
  line(overview: Overview, timezone: string): string;
}

export const UNREADABLE = "Save again";

/** The pages of settings, in their order: this file alone, so that the overview does not load the texts of the forms. */
export const OVERVIEW: Readonly<
  Record<SettingsPage | "rules" | "notifications" | "staff" | "stores" | "privacy", EntryCopy>
> = {
  sending: {
    title: "Sending",
    line: ({ settings, paused }, timezone) => (paused ? "Sending is paused" : sendingLine(settings, timezone)),
  },
  rules: {
    title: "Rules",
    line: ({ rules }) => (rules > 0 ? `${pluralize(rules, "rule")} on` : "Every order is handled the same way"),
  },
  personalization: {
    title: "Personalization",
    line({ settings }) {
      const { noteTemplate, personalizationProperties: reviewed, unusedProperties, orderNotes } = settings;
      return joinParts([
        noteTemplate ? "Customer's text goes to the print note" : "No print note",
        reviewed.length > 0 && `${pluralize(reviewed.length, "property", "properties")} to review`,
        unusedProperties === "hold" ? "other details are held" : "other details are ignored",
        orderNotes === "hold" && "order notes are held",
      ]);
    },
  },
  payment: {
    title: "Payment",
    line({ settings: { payment, testOrders } }) {
      const early = PAYMENTS.filter(({ key }) => payment[key] !== "when_paid").map(({ label }) => label);
      return joinParts([
        early.length === 0 ? "Unpaid orders wait for payment" : `${listed(early)} may be sent unpaid`,
        testOrders === "print" && "test orders are sent",
      ]);
    },
  },
  prices: {
    title: "Prices and profit",
    line({ settings: { minimumMarginPercent: margin, serviceCurrency, sellingPrices, profit } }) {
      const { percent, fixed } = profit.paymentFee;
      return joinParts([
        margin === "" ? "no minimum margin" : `minimum margin ${margin}%`,
        `target margin ${sellingPrices.targetMarginPercent}%`,
        `billed in ${serviceCurrency}`,
        Number(percent) + Number(fixed) > 0 && "payment fees are counted",
      ]);
    },
  },
  shipping: {
    title: "Shipping",
    line({ settings: { shippingRules, addressChecks, fulfillWhen, notifyCustomer } }) {
      return joinParts([
        shippingRules.length === 0 ? "Standard shipping" : pluralize(shippingRules.length, "shipping rule"),
        Object.values(addressChecks).includes("hold") && "addresses that may be wrong are held",
        FULFILLED[fulfillWhen],
        notifyCustomer ? "customers get shipping emails" : "no shipping emails",
      ]);
    },
  },
  rates: {
    title: "Rates at checkout",
    line: ({ settings: { checkoutRates } }) =>
      checkoutRates.on ? "Shopify asks Inkbridge for shipping rates" : "Off: your own rates in Shopify apply",
  },
  artwork: {
    title: "Artwork",
    line({ settings: { artworkProperties, artworkMetafields, replacedArtwork } }) {
      const sources = [
        "mappings",
        ...(Object.values(artworkProperties).some((names) => names.length > 0) ? ["line item properties"] : []),
        ...(Object.values(artworkMetafields).some((name) => name !== "") ? ["metafields"] : []),
      ];
      const replaced = replacedArtwork === "hold" ? "replaced files are held" : "replaced files are printed";
      return joinParts([`From ${listed(sources)}`, replaced]);
    },
  },
  shopify: {
    title: "In Shopify",
    line: ({ settings: { inShopify } }) =>
      joinParts([inShopify.tags && "orders are tagged", inShopify.holds && "orders that wait for you are on hold"]) ||
      "No tags or holds on orders",
  },
  notifications: {
    title: "Notifications",
    line: ({ channels: { email, webhook } }) =>
      joinParts([
        email > 0 && pluralize(email, "email address", "email addresses"),
        webhook > 0 && pluralize(webhook, "chat or webhook", "chats or webhooks"),
      ]) || "Nobody is told outside Inkbridge",
  },
  account: {
    title: "Print account",
    line({ account }) {
      if (account.state === "none") return "Not connected";
      if (account.state === "practice") return "Practice account, nothing is printed";
      return account.state === "rejected" ? `Login rejected: ${account.email}` : `Connected: ${account.email}`;
    },
  },
  staff: {
    title: "Staff permissions",
    line: ({ permissions: { limited, all } }) =>
      limited === 0
        ? "Everyone may approve, map, pay, and change settings"
        : `${limited} of ${all} permissions for chosen staff only`,
  },
  stores: {
    title: "All stores",
    line: ({ stores }) =>
      stores === 0 ? "Not linked with another store" : `Linked with ${pluralize(stores, "store")}`,
  },
  privacy: { title: "Privacy", line: () => "What Inkbridge stores about your customers, and who saw it" },
};

const PAYMENTS = [
  { key: "authorized", label: "Authorized payments" },
  { key: "cash_on_delivery", label: "cash on delivery" },
  { key: "net_terms", label: "net terms" },
  { key: "pay_later", label: "payments due later" },
] as const;

const FULFILLED: Readonly<Record<SettingsDraft["fulfillWhen"], string>> = {
  shipped: "fulfilled when the first package ships",
  all_shipped: "fulfilled when every item has shipped",
  tracking: "fulfilled when the tracking number arrives",
};

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function sendingLine({ approval, sending, editWindowMinutes }: SettingsDraft, timezone: string): string {
  const { mode, times, weekdays } = sending;
  if (mode === "by_hand") return "By hand, when you choose Send now";
  const days = WEEKDAYS.filter((_name, at) => weekdays.some((day) => day === at + 1));
  const on = days.length === WEEKDAYS.length ? "every day" : `on ${listed(days)}`;
  const when =
    mode === "at_times"
      ? `${on} at ${listed(times.map(formatClock))} (${timezone})`
      : editWindowMinutes === "0"
        ? "as orders come in"
        : `${duration(Number(editWindowMinutes))} after the order is placed`;
  return approval === "manual" ? `After your approval, ${when}` : `Automatically, ${when}`;
}

/** In the largest unit that says it exactly. */
function duration(minutes: number): string {
  if (minutes % (24 * 60) === 0) return pluralize(minutes / (24 * 60), "day");
  return minutes % 60 === 0 ? pluralize(minutes / 60, "hour") : pluralize(minutes, "minute");
}

const listed = (words: readonly string[]): string => new Intl.ListFormat("en-US").format(words);

const joinParts = (parts: readonly (string | false)[]): string => {
  const line = parts.filter(Boolean).join(", ");
  return line.charAt(0).toUpperCase() + line.slice(1);
};
