import { expect, test } from "vitest";
import { formatMoney, formatUpTo } from "./format.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "999+"],
])("a count of %i that goes up to 1,000 reads %s", (count, text) => {
  expect(formatUpTo(1000, count)).toBe(text);
});

test("a bounded count has separators of thousands", () => {
  expect([formatUpTo(5000, 4321), formatUpTo(5000, 5000)]).toEqual(["4,321", "4,999+"]);
});

test.each([
  ["12.4", "USD", "$12.40 USD"],
  ["-12.4", "EUR", "-€12.40 EUR"],
  ["1234.5", "HUF", "Ft 1,234.50 HUF"],
  ["1234.5", "COP", "$1,234.50 COP"],
  ["1234", "JPY", "¥1,234 JPY"],
  ["1.5", "KWD", "KWD 1.500 KWD"],
  ["0.12345", "USD", "$0.12345 USD"],
  ["12.4", "USDC", "12.40 USDC"],
])("%s in %s reads %s, whichever engine writes it", (amount, currency, text) => {
  expect(formatMoney(amount, currency).replaceAll("\u00a0", " ")).toBe(text);
});
