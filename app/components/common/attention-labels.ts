import type { BadgeProps } from "@shopify/polaris";
import type { AttentionCode } from "../../orders/attention.ts";
import type { Urgency } from "../../orders/urgency.ts";

/** Each reason for attention in a few words, for tables and filters. The whole sentence is in ATTENTION. */
export const ATTENTION_LABELS: Readonly<Record<AttentionCode, string>> = {
  no_print_account: "Print service not connected",
  print_account_refused: "Print account refused",
  shop_uninstalled: "App not installed",
  awaiting_approval: "Needs approval",
  unmapped_line: "Variant not mapped",
  artwork_missing: "Artwork missing",
  artwork_unreadable: "Artwork unreadable",
  payment_pending: "Not paid",
  risk_high: "High fraud risk",
  risk_pending: "Fraud check running",
  address_missing: "No address",
  address_incomplete: "Address incomplete",
  country_unknown: "Country unknown",
  contact_missing: "No e-mail or phone",
  margin_low: "Margin too low",
  quote_unavailable: "No price yet",
  held_in_shopify: "On hold in Shopify",
  personalization_review: "Check personalization",
  held_by_person: "On hold",
  order_not_found: "Not found in Shopify",
  order_unreadable: "Cannot be read in Shopify",
  personal_data_erased: "Buyer's data erased",
  not_sent_yet: "Print service not answering",
  past_unknown: "Looking up what was sent",
  found_undecided: "May be sent already",
  rejected: "Refused",
  uncertain: "Unclear whether sent",
  uncertain_decide: "Decide whether sent",
  address_not_verified: "Address not verified",
  status_problem: "Problem at print service",
  items_differ: "Items differ",
  missing_at_service: "Not at print service",
  status_unmatched: "Unknown item reported",
  tracking_unplaced: "Tracking not added",
  fulfillment_refused: "Fulfillment refused",
  fulfillment_blocked: "Fulfillment blocked",
  fulfillment_waiting: "Waiting for Shopify",
  found_unmatched: "Found, does not match",
  cancelled_after_sent: "Cancelled after sending",
  reduced_after_sent: "Reduced after sending",
  address_changed_after_sent: "Address changed",
  alive_after_replaced: "May be printed twice",
  alive_after_cancelled: "Printed though cancelled",
};

/** How a reason's badge looks. The words say it, too: colour is never alone. */
export const URGENCY_TONE: Readonly<Record<Urgency, BadgeProps["tone"]>> = {
  alarm: "critical",
  stuck: "warning",
  decision: "attention",
  by_itself: undefined,
};
