import type { AttentionCode } from "./attention.ts";

/**
 * How much a reason presses, the most pressing first. `alarm`: goods may be printed twice, in vain or to a wrong address.
 * `stuck`: does not move before somebody mends something. `decision`: waits for a yes. `by_itself`: goes on without anybody.
 */
const URGENCIES = ["alarm", "stuck", "decision", "by_itself"] as const;
export type Urgency = (typeof URGENCIES)[number];

const URGENCY: Readonly<Record<AttentionCode, Urgency>> = {
  no_print_account: "stuck",
  print_account_refused: "stuck",
  // A new installation wakes what was held.
  shop_uninstalled: "by_itself",
  awaiting_approval: "decision",
  unmapped_line: "stuck",
  mapping_removed: "stuck",
  product_deleted: "stuck",
  line_changed: "stuck",
  artwork_missing: "stuck",
  artwork_unreadable: "stuck",
  payment_pending: "stuck",
  risk_high: "decision",
  risk_pending: "by_itself",
  address_missing: "stuck",
  address_incomplete: "stuck",
  country_unknown: "stuck",
  contact_missing: "stuck",
  margin_low: "decision",
  quote_unavailable: "by_itself",
  held_in_shopify: "stuck",
  personalization_review: "decision",
  held_by_person: "decision",
  order_not_found: "stuck",
  order_unreadable: "stuck",
  personal_data_erased: "stuck",
  not_sent_yet: "by_itself",
  past_unknown: "by_itself",
  found_undecided: "decision",
  rejected: "stuck",
  attempts_exhausted: "stuck",
  uncertain: "stuck",
  uncertain_decide: "alarm",
  address_not_verified: "alarm",
  status_problem: "stuck",
  items_differ: "alarm",
  missing_at_service: "stuck",
  not_followed: "stuck",
  service_unreadable: "stuck",
  not_shipped_yet: "stuck",
  status_unmatched: "stuck",
  tracking_unplaced: "stuck",
  fulfillment_refused: "stuck",
  fulfillment_blocked: "stuck",
  fulfillment_waiting: "by_itself",
  processing_failed: "stuck",
  found_unmatched: "decision",
  cancelled_after_sent: "alarm",
  reduced_after_sent: "alarm",
  address_changed_after_sent: "alarm",
  alive_after_replaced: "alarm",
  alive_after_cancelled: "alarm",
};

export const urgency = (code: AttentionCode): Urgency => URGENCY[code];

/** Whether a person has to act, here or in Shopify, before it goes on. */
export const waitsForPerson = (code: AttentionCode): boolean => URGENCY[code] !== "by_itself";

/** Every reason for which a person has to act. */
export const PERSON_CODES: readonly AttentionCode[] = (Object.keys(URGENCY) as AttentionCode[]).filter(waitsForPerson);

/** For sorting: the most pressing first. */
export const byUrgency = (a: AttentionCode, b: AttentionCode): number =>
  URGENCIES.indexOf(URGENCY[a]) - URGENCIES.indexOf(URGENCY[b]);
