import { expect, test } from "vitest";
import type { RepairOutcome } from "../../orders/reconciliation/repair.ts";
import { doneMessage, remainingMessages } from "./copy.ts";
import { idOf } from "../../../tests/support/ids.ts";

const result = (outcome: RepairOutcome, orderName: string | null = "#1001") => ({
  submissionId: idOf(outcome),
  orderName,
  outcome,
});

test("the toast names a successful repair", () => {
  expect(doneMessage([result("found")])).toBe("Order #1001 was found");
  expect(doneMessage([result("updated"), result("updated", "#1002"), result("absent")])).toBe(
    "2 orders are up to date",
  );
  expect(doneMessage([result("absent")])).toBeNull();
});

test("every other outcome has its sentence", () => {
  const outcomes: RepairOutcome[] = [
    "absent",
    "list_incomplete",
    "no_changes",
    "still_uncertain",
    "sent_again",
    "rejected",
    "cancelled",
    "invalid_state",
    "not_found",
  ];
  const silent: RepairOutcome[] = ["account_rejected", "unavailable", "date_filter_ignored"];
  const all = [...outcomes, ...silent].map((outcome) => result(outcome));
  expect(remainingMessages(all)).toHaveLength(all.length);
  expect(remainingMessages([result("found"), result("updated"), result("dismissed")])).toEqual([]);
  expect(remainingMessages([result("not_found", null)])[0]?.message).toBe("The order is no longer in this store.");
});
