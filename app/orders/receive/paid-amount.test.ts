import { expect, it } from "vitest";
import { paidForOurs } from "./paid-amount.ts";

const line = (gid: string, quantity: number, unitPrice: string | null) => ({ gid, quantity, unitPrice });
const ours = (gid: string) => gid !== "candle";

it("what was paid for somebody else's goods does not count", () => {
  expect(paidForOurs([line("shirt", 2, "25.00"), line("candle", 2, "9.00")], ours)).toBe("50");
  expect(paidForOurs([line("candle", 2, "9.00")], ours)).toBe("0");
});

it("a discount that does not divide leaves no fractions of a cent", () => {
  expect(paidForOurs([line("shirt", 3, "8.3333")], ours)).toBe("25");
});

it("a price that is not known leaves the sum unknown, unless none of it is left", () => {
  expect(paidForOurs([line("shirt", 1, null)], ours)).toBeNull();
  expect(paidForOurs([line("shirt", 0, null), line("mug", 1, "14.00")], ours)).toBe("14");
  expect(paidForOurs([line("candle", 1, null), line("mug", 1, "14.00")], ours)).toBe("14");
});
