import { expect, test } from "vitest";
import { ATTENTION, type AttentionCode } from "./attention.ts";
import { byUrgency, PERSON_CODES, waitsForPerson } from "./urgency.ts";

const CODES = Object.keys(ATTENTION) as AttentionCode[];

test("what only a person can clear always waits for a person", () => {
  const forgotten = CODES.filter((code) => ATTENTION[code].clears === "person" && !waitsForPerson(code));
  expect(forgotten).toEqual([]);
});

test("what goes on by itself never asks for anybody", () => {
  expect(CODES.filter((code) => !waitsForPerson(code)).sort()).toEqual([
    "fulfillment_waiting",
    "not_sent_yet",
    "past_unknown",
    "quote_unavailable",
    "risk_pending",
    "shop_uninstalled",
  ]);
  expect(PERSON_CODES.length).toBe(CODES.length - 6);
});

test("an alarm stands before everything else", () => {
  expect(
    (["risk_pending", "awaiting_approval", "rejected", "alive_after_replaced"] as const).toSorted(byUrgency),
  ).toEqual(["alive_after_replaced", "rejected", "awaiting_approval", "risk_pending"]);
});
