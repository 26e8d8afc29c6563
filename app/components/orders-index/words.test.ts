import { expect, test } from "vitest";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { itemsToPrintLabel, notPrintedLabel } from "./words.ts";

test("what is ours of an order is said with its unit", () => {
  expect(itemsToPrintLabel({ printable: 1, all: 1 })).toBe("1 item");
  expect(itemsToPrintLabel({ printable: 2, all: 3 })).toBe("2 of 3 items");
  expect(itemsToPrintLabel({ printable: 0, all: 3 })).toBe("None of 3 items");
});

test("an order that is not printed says why", () => {
  const labelOf = (row: Partial<OrderSummary>) =>
    notPrintedLabel({ ignoredReason: null, cancelled: false, units: { printable: 1, all: 1 }, ...row } as OrderSummary);
  expect(labelOf({ ignoredReason: "before_go_live", cancelled: true })).toBe("Before go-live");
  expect(labelOf({ ignoredReason: "redacted" })).toBe("Left alone");
  expect(labelOf({ cancelled: true })).toBe("Cancelled");
  expect(labelOf({ units: { printable: 0, all: 2 } })).toBe("Nothing to print");
  expect(labelOf({})).toBe("Nothing left to send");
});
