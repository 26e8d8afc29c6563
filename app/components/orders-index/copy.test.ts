import { expect, test } from "vitest";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { BulkResult } from "../../orders/actions/bulk-actions.ts";
import { bulkFailures } from "./bulk-outcome.tsx";
import { doneMessage, itemsToPrintLabel, notPrintedLabel } from "./copy.ts";
import type { OrderId } from "../../ports/ids.ts";
import { idOf } from "../../../tests/support/ids.ts";

test("the number of print items has its unit", () => {
  expect(itemsToPrintLabel({ printable: 1, all: 1 })).toBe("1 item");
  expect(itemsToPrintLabel({ printable: 2, all: 3 })).toBe("2 of 3 items");
  expect(itemsToPrintLabel({ printable: 0, all: 3 })).toBe("None of 3 items");
});

test("an order that is not printed names the cause", () => {
  const labelOf = (row: Partial<OrderSummary>) =>
    notPrintedLabel({ ignoredReason: null, cancelled: false, units: { printable: 1, all: 1 }, ...row } as OrderSummary);
  expect(labelOf({ ignoredReason: "before_go_live", cancelled: true })).toBe("Before start date");
  expect(labelOf({ ignoredReason: "redacted" })).toBe("Skipped");
  expect(labelOf({ cancelled: true })).toBe("Canceled");
  expect(labelOf({ units: { printable: 0, all: 2 } })).toBe("Nothing to print");
  expect(labelOf({})).toBe("Nothing left to send");
});

const result = (name: OrderId | null, rest: Partial<BulkResult> = {}): BulkResult => ({
  orderId: name ?? idOf("?"),
  name,
  skipReason: null,
  heldBy: null,
  ...rest,
});

test("only orders that nothing holds count as done", () => {
  const results = [
    result(idOf("#1")),
    result(idOf("#2"), { heldBy: "payment_pending" }),
    result(idOf("#3"), { skipReason: "already_sent" }),
  ];
  expect(doneMessage("approve", results)).toBe("1 order approved");
  expect(doneMessage("approve", results.slice(1))).toBeNull();
});

test("skipped orders are grouped by reason", () => {
  const results = [
    result(idOf("#1"), { skipReason: "already_sent" }),
    result(idOf("#2"), { heldBy: "payment_pending" }),
    result(idOf("#3"), { skipReason: "already_sent" }),
    result(idOf("#4")),
    result(null, { skipReason: "not_found" }),
  ];
  expect(bulkFailures(results)).toEqual([
    { reason: "Already sent to the print service", names: ["#1", "#3"], count: 2 },
    { reason: "Still held: Not paid", names: ["#2"], count: 1 },
    { reason: "No longer in this store", names: [], count: 1 },
  ]);
});
