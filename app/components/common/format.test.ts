import { expect, test } from "vitest";
import { formatMoment, formatMoney, formatUpTo } from "./format.ts";

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

test("a moment near now has its day in words, and its time zone", () => {
  const now = new Date("2026-11-23T20:00:00Z");
  const said = (iso: string, timezone = "America/New_York") => formatMoment(iso, timezone, now);
  expect(said("2026-11-23T23:00:00Z")).toBe("today at 6:00 pm EST");
  expect(said("2026-11-24T14:00:00Z")).toBe("tomorrow at 9:00 am EST");
  expect(said("2026-11-25T23:00:00Z")).toBe("on Wed, Nov 25 at 6:00 pm EST");
  // The day of the store, not of the reader.
  expect(said("2026-11-23T23:30:00Z", "Europe/Berlin")).toBe("tomorrow at 12:30 am GMT+1");
});
