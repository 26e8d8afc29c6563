import { expect, test } from "vitest";
import { ATTENTION, type AttentionCode } from "./attention.ts";
import { byUrgency, STAFF_ACTION_CODES, needsStaffAction } from "./urgency.ts";

const CODES = Object.keys(ATTENTION) as AttentionCode[];

test("what only a person can clear always waits for a person", () => {
  const forgotten = CODES.filter((code) => ATTENTION[code].clears === "person" && !needsStaffAction(code));
  expect(forgotten).toEqual([]);
});

test("what goes on by itself never asks for anybody", () => {
  expect(CODES.filter((code) => !needsStaffAction(code)).sort()).toEqual([
    "fulfillment_waiting",
    "history_unverified",
    "not_sent_yet",
    "quote_unavailable",
    "risk_pending",
    "shop_uninstalled",
  ]);
  expect(STAFF_ACTION_CODES.length).toBe(CODES.length - 6);
});

test("an alarm stands before everything else", () => {
  expect(
    (["risk_pending", "awaiting_approval", "rejected", "printed_after_replaced"] as const).toSorted(byUrgency),
  ).toEqual(["printed_after_replaced", "rejected", "awaiting_approval", "risk_pending"]);
});
