import { expect, test } from "vitest";
import type { OrderRow } from "../../orders/pages/list/order-row.ts";
import { piecesToPrint, whyNotPrinted } from "./words.ts";

test("what is ours of an order is said with its unit", () => {
  expect(piecesToPrint({ ours: 1, all: 1 })).toBe("1 item");
  expect(piecesToPrint({ ours: 2, all: 3 })).toBe("2 of 3 items");
  expect(piecesToPrint({ ours: 0, all: 3 })).toBe("None of 3 items");
});

test("an order that is not printed says why", () => {
  const why = (row: Partial<OrderRow>) =>
    whyNotPrinted({ leftAlone: null, cancelled: false, units: { ours: 1, all: 1 }, ...row } as OrderRow);
  expect(why({ leftAlone: "before_go_live", cancelled: true })).toBe("Before go-live");
  expect(why({ leftAlone: "redacted" })).toBe("Left alone");
  expect(why({ cancelled: true })).toBe("Cancelled");
  expect(why({ units: { ours: 0, all: 2 } })).toBe("Nothing to print");
  expect(why({})).toBe("Nothing left to send");
});
