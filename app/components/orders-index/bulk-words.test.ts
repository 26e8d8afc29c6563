import { expect, test } from "vitest";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { doneWords, otherwise } from "./bulk-words.ts";

const result = (name: string | null, rest: Partial<BulkResult> = {}): BulkResult => ({
  orderId: name ?? "?",
  name,
  whyNot: null,
  heldBy: null,
  ...rest,
});

test("only what really goes on counts as done", () => {
  const results = [result("#1"), result("#2", { heldBy: "payment_pending" }), result("#3", { whyNot: "sent_already" })];
  expect(doneWords("approve", results)).toBe("1 order approved");
  expect(doneWords("approve", results.slice(1))).toBeNull();
});

test("orders that were left behind for one reason stand together", () => {
  const results = [
    result("#1", { whyNot: "sent_already" }),
    result("#2", { heldBy: "payment_pending" }),
    result("#3", { whyNot: "sent_already" }),
    result("#4"),
    result(null, { whyNot: "not_found" }),
  ];
  expect(otherwise(results)).toEqual([
    { why: "Sent to the print service already", names: ["#1", "#3"], count: 2 },
    { why: "Still held back: Not paid", names: ["#2"], count: 1 },
    { why: "Not in this shop any more", names: [], count: 1 },
  ]);
});
