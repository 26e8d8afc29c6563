import { expect, test } from "vitest";
import type { Outcome } from "../../orders/reconciliation/repair.ts";
import { doneWords, leftWords } from "./repair-copy.ts";

const result = (outcome: Outcome, orderName: string | null = "#1001") => ({
  submissionId: outcome,
  orderName,
  outcome,
});

test("what went well is told in a few words", () => {
  expect(doneWords([result("found")])).toBe("Order #1001 was found");
  expect(doneWords([result("taken_in"), result("taken_in", "#1002"), result("absent")])).toBe(
    "2 orders are up to date",
  );
  expect(doneWords([result("absent")])).toBeNull();
});

test("every other outcome has its sentence", () => {
  const outcomes: Outcome[] = [
    "absent",
    "list_incomplete",
    "nothing_new",
    "still_unclear",
    "sent_again",
    "given_up",
    "not_now",
    "not_found",
  ];
  const silent: Outcome[] = ["account_refused", "unavailable", "range_not_heeded"];
  const all = [...outcomes, ...silent].map((outcome) => result(outcome));
  expect(leftWords(all)).toHaveLength(all.length);
  expect(leftWords([result("found"), result("taken_in"), result("noted")])).toEqual([]);
  expect(leftWords([result("not_found", null)])[0]?.says).toBe("An order: it is no longer here.");
});
