import type { FailedWebhook } from "../../failed-webhooks/failed-webhooks.ts";
import { pluralize } from "../common/format.ts";

/** Texts of the failed webhooks page: merchants know a webhook as an update. */
export const COPY = {
  title: "Failed updates",
  subtitle: "Updates from Shopify and the print service that couldn't be processed",
  empty: { title: "No failed updates", text: "Updates that can't be processed appear here." },
  headings: ["Update", "Problem", "Received", "Status"],
  resource: { singular: "update", plural: "updates" },
  replay: "Retry",
  dismiss: "Dismiss",
  failed: "Failed",
  retrying: "Retrying",
  tries: (tries: number, age: string) => `${tries} attempts, first ${age}`,
  skipped: {
    title: (count: number) => `${pluralize(count, "update")} ${count === 1 ? "wasn't" : "weren't"} changed`,
    dismiss: "Privacy requests and updates that are being retried can't be dismissed.",
    replay: "Their content was erased, or they've been processed in the meantime.",
  },
  done: {
    replay: (count: number) => `Retrying ${pluralize(count, "update")}`,
    dismiss: (count: number) => `${pluralize(count, "update")} dismissed`,
  },
} as const;

const UNEXPECTED_FORMAT = "The update has an unexpected format.";
const NO_ANSWER = "Shopify or the print service didn't respond while the update was processed.";

const PROBLEMS: Readonly<Record<string, string>> = {
  not_json: UNEXPECTED_FORMAT,
  too_large: "The update is too large.",
  too_deep: UNEXPECTED_FORMAT,
  other_shop: "The update names a different store.",
  other_topic: "The update's content doesn't match its topic.",
  app_installed: "Inkbridge is still installed in this store, so nothing was erased.",
  no_shop: "The update doesn't name a store.",
  "unreadable:order_id": "The update doesn't name an order.",
  UnavailableError: NO_ANSWER,
  UncertainError: NO_ANSWER,
  UnauthorizedError: "Inkbridge's access was denied while the update was processed.",
  RejectedError: "Shopify or the print service rejected a request while the update was processed.",
  DecryptionError: "The update is encrypted with a key that's no longer available.",
};

/** The reason why a webhook failed. */
export function problemMessage({ problem, readable }: Pick<FailedWebhook, "problem" | "readable">): string {
  if (problem === "app_installed") return PROBLEMS[problem] ?? "";
  if (!readable) return "The update's content was erased. You can only dismiss it.";
  if (PROBLEMS[problem]) return PROBLEMS[problem];
  return problem.startsWith("unreadable:")
    ? `A field is missing or has an unexpected format: ${problem.slice(11)}.`
    : `An error in Inkbridge (${problem}).`;
}

/** The consequence of a failed webhook for its subject. */
export function consequenceMessage({
  topic,
  source,
  problem,
  readable,
}: Pick<FailedWebhook, "topic" | "source" | "problem" | "readable">): string {
  if (problem === "app_installed") return "Your data is unchanged. To erase it, uninstall Inkbridge.";
  if (topic.startsWith("customers/") || topic === "shop/redact")
    return readable
      ? "This request is required by law. Retry it, and contact Inkbridge support if it keeps failing."
      : "If this request is still open, contact Inkbridge support before you dismiss it.";
  if (source === "print_service") return "Status and tracking also arrive with the regular check of the print service.";
  if (topic.startsWith("products/"))
    return "Your mappings aren't affected. Inkbridge reads all products again every day.";
  if (topic.startsWith("app/")) return "Retry this update.";
  return "The order isn't lost. Inkbridge checks Shopify for changed orders every 10 minutes.";
}
