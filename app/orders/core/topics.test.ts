import { expect, test } from "vitest";
import { STAFF_ACTION_CODES, type AttentionCode } from "./attention.ts";
import { topicOf, TOPICS, type Topic } from "./topics.ts";

test.each<[AttentionCode, Topic]>([
  ["awaiting_approval", "sending"],
  ["rejected", "sending"],
  ["uncertain_needs_decision", "sending"],
  ["held_in_shopify", "sending"],
  ["personalization_review", "sending"],
  ["address_incomplete", "address"],
  ["address_not_verified", "address"],
  ["address_changed_after_sent", "address"],
  ["contact_missing", "address"],
  ["payment_pending", "payment"],
  ["payment_due_at_provider", "payment"],
  ["margin_low", "payment"],
  ["unmapped_line", "artwork"],
  ["artwork_unreadable", "artwork"],
  ["file_missing_at_provider", "artwork"],
  ["cancelled_after_sent", "after_sending"],
  ["tracking_unmatched", "after_sending"],
  ["shipment_overdue", "after_sending"],
  ["print_account_rejected", "account"],
  ["updates_stopped", "account"],
])("%s is told under %s", (code, topic) => {
  expect(topicOf(code)).toBe(topic);
});

test("no topic is empty", () => {
  expect(new Set(STAFF_ACTION_CODES.map(topicOf))).toEqual(new Set(TOPICS));
});
