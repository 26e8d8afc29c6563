import { expect, it } from "vitest";
import { gidOf, type Gid } from "../../ports/gid.ts";
import { paidForItems, paidForPrintable } from "./paid-amount.ts";

const line = (name: string, quantity: number, unitPrice: string | null) => ({
  gid: gidOf("LineItem", name),
  quantity,
  unitPrice,
});
const isPrintable = (gid: Gid<"LineItem">) => gid !== gidOf("LineItem", "candle");

it("lines that are not printable do not count", () => {
  expect(paidForPrintable([line("shirt", 2, "25.00"), line("candle", 2, "9.00")], isPrintable)).toBe("50");
  expect(paidForPrintable([line("candle", 2, "9.00")], isPrintable)).toBe("0");
});

it("a discount that does not divide evenly leaves no fractions of a cent", () => {
  expect(paidForPrintable([line("shirt", 3, "8.3333")], isPrintable)).toBe("25");
});

it("an unknown price makes the sum unknown, unless none of the line is left", () => {
  expect(paidForPrintable([line("shirt", 1, null)], isPrintable)).toBeNull();
  expect(paidForPrintable([line("shirt", 0, null), line("mug", 1, "14.00")], isPrintable)).toBe("14");
  expect(paidForPrintable([line("candle", 1, null), line("mug", 1, "14.00")], isPrintable)).toBe("14");
});

it("of the items of one print order, only their pieces count", () => {
  const lines = [line("shirt", 3, "25.00"), line("mug", 1, "14.00"), line("candle", 1, null)];
  const items = [
    { gid: gidOf("LineItem", "shirt"), quantity: 1 },
    { gid: gidOf("LineItem", "mug"), quantity: 1 },
  ];
  expect(paidForItems(lines, items)).toBe("39");
  expect(paidForItems(lines, [{ gid: gidOf("LineItem", "candle"), quantity: 1 }])).toBeNull();
});
