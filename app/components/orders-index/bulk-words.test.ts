import { expect, test } from "vitest";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { doneMessage, bulkFailures } from "./bulk-words.ts";

const result = (name: string | null, rest: Partial<BulkResult> = {}): BulkResult => ({
  orderId: name ?? "?",
  name,
  skipReason: null,
  heldBy: null,
  ...rest,
});

test("only what really goes on counts as done", () => {
  const results = [
    result("#1"),
    result("#2", { heldBy: "payment_pending" }),
    result("#3", { skipReason: "already_sent" }),
  ];
  expect(doneMessage("approve", results)).toBe("1 order approved");
  expect(doneMessage("approve", results.slice(1))).toBeNull();
});

test("orders that were left behind for one reason stand together", () => {
  const results = [
    result("#1", { skipReason: "already_sent" }),
    result("#2", { heldBy: "payment_pending" }),
    result("#3", { skipReason: "already_sent" }),
    result("#4"),
    result(null, { skipReason: "not_found" }),
  ];
  expect(bulkFailures(results)).toEqual([
    { reason: "Sent to the print service already", names: ["#1", "#3"], count: 2 },
    { reason: "Still held back: Not paid", names: ["#2"], count: 1 },
    { reason: "Not in this shop any more", names: [], count: 1 },
  ]);
});
