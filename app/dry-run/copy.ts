import type { DryRunCostProblem } from "../../prisma/client/client.ts";
import type { Outcome } from "./orders-query.ts";

/** What would have become of an order, in a few words. */
export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  would_send: "Would be sent",
  would_hold: "Would be held",
  nothing_to_print: "Nothing to print",
  unreadable: "Couldn't be checked",
};

/** Why the cost of an order is not known. */
export const COST_PROBLEM_LABELS: Readonly<Record<DryRunCostProblem, string>> = {
  not_connected: "Print service not connected",
  account_rejected: "Login rejected by the print service",
  rejected: "No price: SKU unknown to the print service",
  unavailable: "No response from the print service",
  inconsistent: "Price doesn't add up",
  limit_reached: "Not priced: limit of price requests reached",
  not_priced: "Price not known before the order is paid",
};

/** The headings of the exported file. */
export const EXPORT_COLUMNS = {
  order: "Order",
  placed: "Placed (UTC)",
  result: "Result",
  reasons: "Reasons",
  fix: "How to fix",
  printItems: "Items to print",
  otherItems: "Other items",
  cost: "Print cost",
  costCurrency: "Print cost currency",
  costProblem: "Why the cost is missing",
  paid: "Paid by customer",
  margin: "Margin",
  currency: "Paid and margin currency",
  marginPercent: "Margin (%)",
} as const;
