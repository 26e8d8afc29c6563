import type { RetentionPeriods } from "../../privacy/prune.ts";
import { formatDate, pluralize } from "../common/format.ts";

/** Texts of the privacy page. */
export const COPY = {
  title: "Privacy",
  subtitle: "What Inkbridge stores about your customers, and why",
  back: "Settings",
  requests: {
    title: "Data requests",
    text: "Customers who ask for their data in your store appear here, with a file to send to them.",
    open: (count: number, dueAt: string, timezone: string) =>
      `${pluralize(count, "request")} to answer. Due ${formatDate(dueAt, timezone)}.`,
    none: "No open requests",
    action: "View data requests",
  },
  accessLog: {
    title: "Access log",
    text: "Inkbridge records which staff members opened customer data, when, and for which orders.",
    action: "View access log",
  },
  stored: {
    title: "What is stored",
    resource: { singular: "kind of data", plural: "kinds of data" },
    headings: ["Data", "Reason", "Kept"],
  },
  shared: {
    title: "Where data goes",
    items: (printService: string) => [
      {
        title: "Print service",
        text: `For each printed order, the name, address, email, phone number, items, and print content go to ${printService}. With a practice account, nothing leaves Inkbridge.`,
      },
      {
        title: "Shopify",
        text: "Tracking numbers, holds, and your staff's address changes go back to Shopify.",
      },
      {
        title: "Notifications",
        text: "Emails and chat messages go to the addresses in Settings > Notifications. They contain order numbers and reasons, without any customer data.",
      },
      {
        title: "Nobody else",
        text: "Inkbridge doesn't sell data, show ads, or send data to analytics services. Artwork links are opened to check the files, without any customer data.",
      },
    ],
  },
  protection: {
    title: "How data is protected",
    items: [
      {
        title: "Encryption",
        text: "Names, addresses, print content, updates, and logins are encrypted in the database with AES-256-GCM, each bound to its record. Connections to Shopify use HTTPS.",
      },
      {
        title: "Search",
        text: "Orders are found by fingerprints of names and emails, which can't be turned back into the text.",
      },
      {
        title: "Access",
        text: "Only your staff can see customer data, through the Shopify admin. Inkbridge's logs and statistics contain order numbers and codes, never names or addresses.",
      },
    ],
  },
  erasure: {
    title: "How data is erased",
    items: [
      {
        title: "A customer asks",
        text: "When you erase a customer's data in Shopify, Inkbridge erases names, addresses, and texts in that customer's orders.",
      },
      {
        title: "You uninstall Inkbridge",
        text: "Shopify asks Inkbridge 48 hours later to erase all of your store's data. Only fingerprints of order numbers stay, so that nothing is printed again if you reinstall Inkbridge.",
      },
      {
        title: "Time passes",
        text: "Data that is no longer needed is erased every hour, as listed above.",
      },
    ],
  },
} as const;

export interface StoredData {
  data: string;
  reason: string;
  kept: string;
}

/** What is stored, why, and for how long. docs/privacy.md has the same table. */
export function storedData(periods: RetentionPeriods): StoredData[] {
  const days = (count: number) => pluralize(count, "day");
  return [
    {
      data: "Names, addresses, emails, phone numbers",
      reason: "To print and ship orders, and to show them to your staff",
      kept: `${days(periods.personal)} after the order was sent or last changed`,
    },
    {
      data: "Personalization and print notes",
      reason: "To print what the customer ordered",
      kept: `${days(periods.personal)} after the order was sent`,
    },
    {
      data: "Order notes, tags, cart attributes, discount codes, and a customer's tags and number of orders",
      reason: "To try your rules on past orders",
      kept: `${days(periods.personal)} after the order was sent or last changed`,
    },
    {
      data: "Print files with a customer's text, in your store's files",
      reason: "To print what the customer ordered",
      kept: `${days(periods.personal)} after the file was made`,
    },
    {
      data: "Claims, with what the customer complained of, photos, and the print service's answer",
      reason: "To follow complaints about damaged, lost, or wrong packages",
      kept: `${days(periods.personal)} after the claim was done, ${days(periods.history)} at most`,
    },
    {
      data: "Updates from Shopify and the print service",
      reason: "To process every change of an order once",
      kept: `Content ${days(periods.personal)}, record ${days(periods.deliveries)}`,
    },
    {
      data: "Order numbers, items, prices, statuses, tracking numbers",
      reason: "So that nothing is printed twice",
      kept: "While Inkbridge is installed",
    },
    {
      data: "History of an order",
      reason: "To show your staff what happened",
      kept: `${days(periods.history)} after the last change of a finished order`,
    },
    {
      data: "What your staff did in settings and mappings",
      reason: "To show who did what",
      kept: days(periods.history),
    },
    {
      data: "Names of your staff",
      reason: "To show who did what",
      kept: `${days(periods.staff)} after the name was last read from Shopify`,
    },
    {
      data: "Which of your staff may approve, map, pay and change settings, and which stores you linked",
      reason: "To allow only what you chose",
      kept: "Until you change it or uninstall Inkbridge",
    },
    {
      data: "Access log: which staff members opened customer data",
      reason: "To show who saw what",
      kept: days(periods.accessLog),
    },
    {
      data: "Emails and webhook URLs for notifications",
      reason: "To tell you what needs attention",
      kept: "Until you remove them or uninstall Inkbridge",
    },
    {
      data: "How often Shopify asked for shipping rates, without cart or destination",
      reason: "To show whether rates work",
      kept: days(periods.prices),
    },
    {
      data: "Data requests",
      reason: "To show that customers got their data",
      kept: `${days(periods.dataRequests)} after they were answered`,
    },
    {
      data: "Login of the print service",
      reason: "To send orders",
      kept: "Until you uninstall Inkbridge",
    },
  ];
}
