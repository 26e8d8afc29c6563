import type { AttentionCode } from "./attention.ts";

/**
 * How much a reason presses, the most pressing first. `alarm`: goods may be printed twice, in vain or to a wrong address.
 * `blocked`: does not move before somebody mends something. `decision`: waits for a yes. `automatic`: goes on without anybody.
 */
const URGENCIES = ["alarm", "blocked", "decision", "automatic"] as const;
export type Urgency = (typeof URGENCIES)[number];

const URGENCY: Readonly<Record<AttentionCode, Urgency>> = {
  no_print_account: "blocked",
  print_account_rejected: "blocked",
  // A new installation wakes what was held.
  shop_uninstalled: "automatic",
  awaiting_approval: "decision",
  unmapped_line: "blocked",
  mapping_removed: "blocked",
  product_deleted: "blocked",
  line_changed: "blocked",
  artwork_missing: "blocked",
  artwork_unreadable: "blocked",
  payment_pending: "blocked",
  risk_high: "decision",
  risk_pending: "automatic",
  address_missing: "blocked",
  address_incomplete: "blocked",
  country_unknown: "blocked",
  contact_missing: "blocked",
  margin_low: "decision",
  quote_unavailable: "automatic",
  held_in_shopify: "blocked",
  personalization_review: "decision",
  held_by_staff: "decision",
  order_not_found: "blocked",
  order_unreadable: "blocked",
  personal_data_erased: "blocked",
  not_sent_yet: "automatic",
  history_unverified: "automatic",
  orphan_undecided: "decision",
  rejected: "blocked",
  attempts_exhausted: "blocked",
  uncertain: "blocked",
  uncertain_needs_decision: "alarm",
  address_not_verified: "alarm",
  status_problem: "blocked",
  items_differ: "alarm",
  missing_at_provider: "blocked",
  updates_stopped: "blocked",
  provider_unreadable: "blocked",
  shipment_overdue: "blocked",
  status_unmatched: "blocked",
  tracking_unmatched: "blocked",
  fulfillment_rejected: "blocked",
  fulfillment_blocked: "blocked",
  fulfillment_waiting: "automatic",
  processing_failed: "blocked",
  orphan_unmatched: "decision",
  cancelled_after_sent: "alarm",
  reduced_after_sent: "alarm",
  address_changed_after_sent: "alarm",
  printed_after_replaced: "alarm",
  printed_after_cancelled: "alarm",
};

export const urgency = (code: AttentionCode): Urgency => URGENCY[code];

/** Whether a person has to act, here or in Shopify, before it goes on. */
export const needsStaffAction = (code: AttentionCode): boolean => URGENCY[code] !== "automatic";

/** Every reason for which a person has to act. */
export const STAFF_ACTION_CODES: readonly AttentionCode[] = (Object.keys(URGENCY) as AttentionCode[]).filter(
  needsStaffAction,
);

/** For sorting: the most pressing first. */
export const byUrgency = (a: AttentionCode, b: AttentionCode): number =>
  URGENCIES.indexOf(URGENCY[a]) - URGENCIES.indexOf(URGENCY[b]);
