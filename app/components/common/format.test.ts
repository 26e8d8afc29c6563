import { expect, test } from "vitest";
import { formatUpTo } from "./format.ts";

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
