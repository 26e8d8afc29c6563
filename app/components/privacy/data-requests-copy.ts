import { formatDate, pluralize } from "../common/format.ts";
import type { DataRequestView } from "../../privacy/data-requests/list.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** Texts of the data requests page. */
export const COPY = {
  title: "Data requests",
  subtitle: "Customers who asked for a copy of their data",
  back: "Privacy",
  empty: {
    title: "No data requests",
    text: "When a customer asks for their data in Shopify, the request appears here with its due date.",
  },
  intro: {
    title: "Send each customer their file",
    text: "Download the file, check it, and send it to the customer's email in Shopify. Then mark the request as sent.",
  },
  resource: { singular: "data request", plural: "data requests" },
  headings: ["Customer", "Requested", "Status", "Orders", { title: "Actions", hidden: true }],
  unnamed: "Customer",
  openCustomer: (name: string) => `Open ${name} in Shopify`,
  nothingHeld: "Inkbridge has no data about this customer, so there's nothing to send.",
  download: "Download file",
  downloadJson: "JSON",
  /** The label of a button begins with its text. */
  buttonLabel: (text: string, name: string) => `${text} for ${name}`,
  fileName: "customer-data",
  markSent: "Mark as sent",
  done: "Data request marked as sent",
  orders: (count: number) => pluralize(count, "order"),
  sentBy: (name: string | null) => `by ${name ?? "staff"}`,
  downloadFailed: { title: "The file couldn't be downloaded", text: "Try again in a moment." },
} as const;

/** Days before the due date from which the badge warns. */
const SOON = 7;

/** The badge of a request, and the line below. */
export function statusCopy(request: DataRequestView, now: Date, timezone: string) {
  const { state } = request;
  if (state === "sent") return { tone: "success", label: "Sent" } as const;
  if (state === "nothing_held") return { tone: undefined, label: "Nothing to send" } as const;
  const days = (new Date(request.dueAt).getTime() - now.getTime()) / DAY_MS;
  const label = `Due ${formatDate(request.dueAt, timezone)}`;
  if (days < 0) return { tone: "critical", label: `Overdue since ${formatDate(request.dueAt, timezone)}` } as const;
  return { tone: days < SOON ? "warning" : "attention", label } as const;
}
