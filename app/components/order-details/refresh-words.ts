import type { OrderRefresh } from "../../orders/actions/refresh-order.ts";

const SHOPIFY_PROBLEMS: Readonly<Record<OrderRefresh["shopify"], string | null>> = {
  refreshed: null,
  not_found: "Shopify does not have this order any more.",
  unavailable: "Shopify does not answer right now. The app tries again by itself.",
  slow: "Shopify has not answered yet. The app goes on asking; this page shows what comes.",
};

const PRINT_SERVICE_PROBLEMS: Readonly<Record<OrderRefresh["provider"], string | null>> = {
  refreshed: null,
  nothing_sent: null,
  lookup_scheduled: null,
  not_found: "The print service answered, but does not show this order under its reference.",
  rejected: "The print service does not accept the account any more. Connect it again in the settings.",
  unavailable: "The print service does not answer right now. The app asks again by itself.",
  slow: "The print service has not answered yet. The app goes on asking; this page shows what comes.",
};

/** What did not work, side by side; empty when both answered. */
export const refreshProblems = ({ shopify, provider }: OrderRefresh): string[] =>
  [SHOPIFY_PROBLEMS[shopify], PRINT_SERVICE_PROBLEMS[provider]].filter((text) => text !== null);

/** What was done, when both sides answered. */
export function refreshDoneMessage({ provider }: OrderRefresh): string {
  if (provider === "nothing_sent") return "Read from Shopify";
  return provider === "lookup_scheduled"
    ? "Read from Shopify; looking at the print service"
    : "Shopify and the print service asked";
}
