import { describe, expect, it, test } from "vitest";
import { APPROVALS } from "./attention-registry.ts";
import {
  ARTWORK_HOLDS,
  ATTENTION,
  ATTENTION_CODES,
  byUrgency,
  codesFoundBy,
  codesOffering,
  codesWhere,
  FILE_REVIEWS,
  HOLDS,
  holdsFixedIn,
  needsStaffAction,
  NEEDS_MAPPING,
  NOTICES,
  REJECTIONS,
  STAFF_ACTION_CODES,
  TEXT_REVIEWS,
  UNCERTAINTIES,
  UNSENT_PROBLEMS,
} from "./attention.ts";

/** Each derived list, written by hand: a new or changed row shows here which lists it changes. */
const LISTS: Readonly<Record<string, readonly [readonly string[], string]>> = {
  "a mapping ends": [NEEDS_MAPPING, "unmapped_line mapping_removed product_deleted"],
  "a changed mapping rechecks": [
    holdsFixedIn("products"),
    "unmapped_line mapping_removed product_deleted variant_changed artwork_missing side_not_taken text_not_drawn print_file_not_made artwork_unreadable artwork_changed",
  ],
  "a connected account rechecks": [
    holdsFixedIn("print_account"),
    "no_print_account print_account_rejected practice_account",
  ],
  "not printing the line ends": [
    codesWhere(({ excludable }) => excludable === true),
    `unmapped_line custom_item_unmapped mapping_removed product_deleted variant_changed line_changed artwork_missing side_not_taken text_not_drawn print_file_not_made artwork_unreadable
      artwork_changed not_by_parcel item_returned details_unused`,
  ],
  "a change for the order ends": [
    codesWhere(({ changeable }) => changeable !== undefined),
    `unmapped_line custom_item_unmapped mapping_removed product_deleted variant_changed artwork_missing text_not_drawn print_file_not_made artwork_unreadable artwork_changed address_missing address_incomplete address_doubtful address_unlikely
      protected_data_withheld recipient_masked country_unknown contact_missing shipping_service_unavailable shipping_service_items personalization_review details_unused change_outdated`,
  ],
  "a change of the address or the shipping ends": [
    codesWhere(({ changeable }) => changeable === "order" || changeable === "either"),
    "address_missing address_incomplete address_doubtful address_unlikely protected_data_withheld recipient_masked country_unknown contact_missing shipping_service_unavailable shipping_service_items change_outdated",
  ],
  "lack artwork to print": [ARTWORK_HOLDS, "artwork_missing artwork_unreadable"],
  "are cleared after a look at the files": [FILE_REVIEWS, "awaiting_approval waiting_for_tag personalization_review"],
  "show texts to review": [TEXT_REVIEWS, "personalization_review details_unused"],
  "a rejected submission has": [REJECTIONS, "rejected attempts_exhausted"],
  "an uncertain submission has": [UNCERTAINTIES, "uncertain uncertain_needs_decision"],
  "a submission not known at the service has": [
    UNSENT_PROBLEMS,
    "rejected attempts_exhausted uncertain uncertain_needs_decision",
  ],
  "hold nothing": [NOTICES, "not_sent_yet address_unlikely history_unverified"],
  "time rechecks": [
    codesWhere(({ recheck }) => recheck !== undefined),
    "risk_pending protected_data_withheld held_in_shopify scheduled_in_shopify line_changed print_file_not_made artwork_unreadable artwork_changed shipping_service_unavailable shipping_service_items quote_unavailable order_not_found order_unreadable",
  ],
  "only a complete snapshot changes": [
    [...codesFoundBy("complete_snapshot"), ...codesFoundBy("shopify_read")],
    "practice_account not_by_parcel risk_high risk_pending held_in_shopify scheduled_in_shopify waiting_for_tag line_changed order_not_found order_unreadable order_too_old_to_send",
  ],
  "a read of the order clears": [
    codesFoundBy("shopify_read"),
    "order_not_found order_unreadable order_too_old_to_send",
  ],
  "the checks before sending find": [
    codesFoundBy("pre_send_check"),
    "print_file_not_made artwork_unreadable artwork_changed margin_low margin_unknown quote_unavailable shipping_service_items",
  ],
  "staff sets": [codesFoundBy("staff"), "held_by_staff address_not_saved"],
  "an edit after sending raises": [
    codesFoundBy("order_change"),
    "cancelled_after_sent reduced_after_sent address_changed_after_sent",
  ],
  "a silent print service raises": [codesFoundBy("silence"), "updates_stopped provider_unreadable shipment_overdue"],
  "a parcel waits for": [
    codesFoundBy("fulfillment"),
    "tracking_unmatched fulfillment_rejected fulfillment_blocked order_too_old fulfillment_waiting",
  ],
  "an approval clears": [
    codesOffering("approve"),
    "awaiting_approval waiting_for_tag payment_approval order_note risk_high address_doubtful item_returned margin_low margin_unknown quote_unavailable orphan_undecided canceled_before",
  ],
  "an approval of their own clears": [
    APPROVALS.slice(1).flatMap(codesOffering),
    "payment_pending payment_refunded test_order not_by_parcel scheduled_in_shopify artwork_changed personalization_review details_unused held_by_staff",
  ],
  "sending clears": [codesOffering("send_now"), "rejected attempts_exhausted not_sent_yet"],
  "a replacement clears": [
    codesOffering("replace"),
    `address_not_verified status_problem items_differ address_differs missing_at_provider shipment_overdue orphan_unmatched
      address_changed_after_sent`,
  ],
  "an acknowledgment clears": [
    codesOffering("acknowledge"),
    `address_not_verified status_problem items_differ address_differs missing_at_provider shipment_overdue status_unmatched
      tracking_unmatched fulfillment_rejected order_too_old orphan_unmatched cancelled_after_sent reduced_after_sent
      address_changed_after_sent printed_after_replaced printed_after_cancelled payment_due_at_provider file_missing_at_provider on_hold_at_provider
      refund_at_provider resent_by_provider`,
  ],
  "a lookup answers": [codesOffering("look_up"), "uncertain uncertain_needs_decision"],
  "staff confirms": [codesOffering("confirm_received"), "uncertain uncertain_needs_decision"],
  "staff denies": [codesOffering("confirm_not_received"), "uncertain uncertain_needs_decision"],
  "a retried parcel may end": [
    codesOffering("retry_fulfillment"),
    "tracking_unmatched fulfillment_rejected fulfillment_blocked order_too_old fulfillment_waiting",
  ],
  "are fixed in Shopify": [
    codesWhere(({ fixedIn }) => fixedIn === "shopify"),
    `waiting_for_tag line_changed payment_pending payment_refunded fulfilled_elsewhere address_not_saved item_returned risk_high address_missing address_incomplete address_doubtful address_unlikely recipient_masked country_unknown held_in_shopify scheduled_in_shopify
      personalization_review order_note order_not_found order_unreadable personal_data_erased address_not_verified
      tracking_unmatched fulfillment_rejected fulfillment_blocked address_changed_after_sent`,
  ],
  "are fixed in the settings": [
    codesWhere(({ fixedIn }) => ["print_account", "contact", "prices", "shipping"].includes(fixedIn ?? "")),
    "no_print_account print_account_rejected practice_account contact_missing shipping_service_unavailable shipping_service_items margin_low margin_unknown updates_stopped provider_unreadable",
  ],
  "have a link on Home": [
    codesWhere(({ fixAllLabel }) => fixAllLabel !== undefined),
    `no_print_account print_account_rejected practice_account unmapped_line mapping_removed product_deleted variant_changed artwork_missing side_not_taken
      artwork_changed contact_missing shipping_service_unavailable margin_low order_too_old_to_send provider_unreadable order_too_old`,
  ],
  "are milder than their phase": [
    codesWhere(({ mild }) => mild === true),
    `awaiting_approval waiting_for_tag payment_approval address_doubtful risk_pending scheduled_in_shopify held_by_staff address_not_saved updates_stopped provider_unreadable shipment_overdue
      fulfillment_waiting payment_due_at_provider file_missing_at_provider on_hold_at_provider refund_at_provider resent_by_provider`,
  ],
  "continue without anybody": [
    ATTENTION_CODES.filter((code) => !needsStaffAction(code)),
    "shop_uninstalled risk_pending quote_unavailable fulfillment_waiting not_sent_yet address_unlikely history_unverified",
  ],
  "are the most urgent": [
    codesWhere(({ urgency }) => urgency === "alarm"),
    `uncertain_needs_decision address_not_verified items_differ address_differs cancelled_after_sent reduced_after_sent
      address_changed_after_sent printed_after_replaced printed_after_cancelled`,
  ],
  "want a decision": [
    codesWhere(({ urgency }) => urgency === "decision"),
    `awaiting_approval waiting_for_tag payment_approval address_doubtful payment_refunded scheduled_in_shopify test_order not_by_parcel item_returned artwork_changed risk_high margin_low margin_unknown personalization_review details_unused order_note held_by_staff
      change_outdated orphan_undecided canceled_before orphan_unmatched resent_by_provider`,
  ],
};

describe("derived from the registry: the reasons that", () => {
  it.each(Object.entries(LISTS))("%s", (_name, [derived, expected]) => {
    expect(derived.toSorted()).toEqual(expected.split(/\s+/).toSorted());
  });

  it("hold a submission are all but problems and notices", () => {
    const problems = codesWhere(({ phase }) => phase === "problem");
    expect(HOLDS).toHaveLength(51);
    expect([...HOLDS, ...problems, ...NOTICES].toSorted()).toEqual(ATTENTION_CODES.toSorted());
  });

  it("a message of the print service explains, by the outcome of the attempt", () => {
    const explained = ATTENTION_CODES.flatMap((code) => {
      const { explainedBy } = ATTENTION[code];
      return explainedBy ? [[code, explainedBy]] : [];
    });
    expect(Object.fromEntries(explained)).toEqual({
      rejected: "rejected",
      attempts_exhausted: "uncertain",
      uncertain: "uncertain",
      uncertain_needs_decision: "uncertain",
      not_sent_yet: "not_processed",
    });
  });
});

test("an approval clears exactly the holds that need a decision", () => {
  const waiting = HOLDS.filter((code) => ATTENTION[code].clearedBy !== "facts");
  expect(waiting.toSorted()).toEqual(APPROVALS.flatMap(codesOffering).toSorted());
});

test("what only staff can clear always needs staff", () => {
  const forgotten = ATTENTION_CODES.filter((code) => ATTENTION[code].clearedBy === "person" && !needsStaffAction(code));
  expect(forgotten).toEqual([]);
  expect(STAFF_ACTION_CODES.length).toBe(ATTENTION_CODES.length - 7);
});

test("an alarm comes before everything else", () => {
  expect(
    (["risk_pending", "awaiting_approval", "rejected", "printed_after_replaced"] as const).toSorted(byUrgency),
  ).toEqual(["printed_after_replaced", "rejected", "awaiting_approval", "risk_pending"]);
});

describe("the text of every reason", () => {
  const texts = ATTENTION_CODES.flatMap((code) => {
    const { label, message, fix, reprintFix = "", actionLabel = "", fixAllLabel = "" } = ATTENTION[code];
    return [label, message, fix, reprintFix, actionLabel, fixAllLabel].map((text) => ({ code, text }));
  });
  const matching = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text));

  it("is one sentence of bounded length, with a period, and a fix in at most two", () => {
    const sentences = (text: string) => text.match(/[^.]+\.(?= [A-Z]|$)/g)?.length ?? 0;
    for (const code of ATTENTION_CODES) {
      const { message, fix } = ATTENTION[code];
      expect(message, code).toMatch(/^[A-Z][^.]{10,99}\.$/);
      expect(fix, code).toMatch(/^[A-Z].{10,129}\.$/);
      expect(ATTENTION[code].reprintFix ?? fix, code).toMatch(/^[A-Z].{10,129}\.$/);
      expect(sentences(fix), code).toBeLessThanOrEqual(2);
    }
  });

  it("has a label of a few words, of its own, without a period", () => {
    const labels = ATTENTION_CODES.map((code) => ATTENTION[code].label);
    expect(labels.filter((label) => !/^[A-Z][^.]{3,27}$/.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
    expect(new Set(ATTENTION_CODES.map((code) => ATTENTION[code].message)).size).toBe(labels.length);
  });

  it("is American English in Shopify's terms", () => {
    expect(
      matching(/e-mail|cancell(ed|ing)|colour|catalogue|\bbuyer|\bgoods\b|\bsubmission|\blines?\b(?! item)/i),
    ).toEqual([]);
    expect(matching(/\b(cannot|could not|does not|is not|has not|will not)\b/i)).toEqual([]);
    expect(matching(/any more|by (itself|themselves)|on its own|from time to time/i)).toEqual([]);
    expect(matching(/\b(refus|mend|seen to|put away|look[- ]?ups?\b|somebody|nobody|picture|news\b|told)/i)).toEqual(
      [],
    );
    expect(matching(/^It |\. It /)).toEqual([]);
  });
});
