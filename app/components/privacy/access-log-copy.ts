import type { AccessLogEntry } from "../../privacy/access-log/access-log.ts";
import { pluralize } from "../common/format.ts";

/** Texts of the access log page. */
export const COPY = {
  title: "Access log",
  subtitle: "Which staff members opened customer data",
  back: "Privacy",
  empty: {
    title: "No entries yet",
    text: "When a staff member opens a page with customer names or addresses, an entry appears here.",
  },
  noMatch: { title: "No entries found", hint: "Try changing the filters." },
  resource: { singular: "entry", plural: "entries" },
  headings: ["Time", "Staff", "Opened", "Orders"],
  filters: {
    person: "Staff",
    anyone: "Everyone",
    view: "Opened",
    anything: "Everything",
    order: "Order",
    orderPlaceholder: "#1001",
  },
  orders: (count: number) => pluralize(count, "order"),
  person: ({ userName, userId }: Pick<AccessLogEntry, "userName" | "userId">) => userName ?? `Staff member ${userId}`,
  note: "Opening the same page again within 15 minutes doesn't add an entry.",
} as const;

export const VIEW_LABELS: Readonly<Record<AccessLogEntry["view"], string>> = {
  orders_list: "Orders list",
  order: "Order",
  shopify_address: "Address in Shopify",
  personalization: "Personalization",
  order_change: "Order change",
  reprint: "Reprint",
  data_requests: "Data requests",
  data_export: "Data request file",
};
