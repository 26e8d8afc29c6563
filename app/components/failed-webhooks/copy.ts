import type { FailedWebhook } from "../../failed-webhooks/list.ts";

const TOPICS: Readonly<Record<string, string>> = {
  "orders/create": "New order",
  "orders/updated": "Order changed",
  "orders/cancelled": "Order cancelled",
  "orders/edited": "Order edited",
  "orders/risk_assessment_changed": "Fraud risk changed",
  "refunds/create": "Refund",
  "app/uninstalled": "App uninstalled",
  "app/scopes_update": "Permissions changed",
  "customers/data_request": "A customer asks for their data",
  "customers/redact": "A customer's data is to be erased",
  "shop/redact": "The store's data is to be erased",
  tracking: "Tracking",
  "order-status": "Order status",
};

/** What a message is about, e.g. `Order changed`. */
export function topicLabel({ topic }: Pick<FailedWebhook, "topic">): string {
  if (TOPICS[topic]) return TOPICS[topic];
  if (topic.startsWith("fulfillment_orders/")) return "Fulfillment changed";
  return topic.startsWith("products/") ? "Product changed" : topic;
}

export const SOURCE_LABELS: Readonly<Record<FailedWebhook["source"], string>> = {
  shopify: "Shopify",
  print_service: "Print service",
};

const PROBLEMS: Readonly<Record<string, string>> = {
  not_json: "It is not in the form that was agreed on.",
  too_large: "It is larger than any such message should be.",
  too_deep: "It is not in the form that was agreed on.",
  other_shop: "It names another store than the one that it was sent for.",
  other_topic: "It is another kind of message than the one that it was sent as.",
  app_installed: "The app is installed in this store, so nothing was erased.",
  no_shop: "It does not name the store that it is for.",
  UnavailableError: "What has to be asked for it did not answer.",
  UncertainError: "What has to be asked for it did not answer.",
  UnauthorizedError: "The app's access was refused when it asked for the rest.",
  RejectedError: "What has to be asked for it refused the question.",
  DecryptionError: "It was sealed with a key that the app does not have any more.",
};

/** Why it was not read. */
export function problemMessage({ problem, readable }: Pick<FailedWebhook, "problem" | "readable">): string {
  if (problem === "app_installed") return PROBLEMS[problem] ?? "";
  if (!readable) return "Its content was erased; it can only be put away.";
  if (problem.startsWith("unreadable:")) return `A part is missing or has another form: ${problem.slice(11)}.`;
  return PROBLEMS[problem] ?? `A fault of the app kept it from being handled (${problem}).`;
}

/** What becomes of what it is about, although it was not read. */
export function consequenceMessage({
  topic,
  source,
  problem,
}: Pick<FailedWebhook, "topic" | "source" | "problem">): string {
  if (problem === "app_installed") return "Your data is unchanged. To have it erased, uninstall the app.";
  if (topic.startsWith("customers/") || topic === "shop/redact")
    return "It has to be carried out: have it read again, and write to the app's support if that does not help.";
  if (source === "print_service") return "The app reads status and tracking from the print service's list, too.";
  if (topic.startsWith("products/")) return "Nothing depends on it: mappings stay as they are.";
  if (topic.startsWith("app/")) return "Have it read again.";
  return "The order is safe: every 10 minutes the app asks Shopify for orders that changed.";
}
