import { expect, test } from "vitest";
import { createFloodBounds } from "./flood-limit.ts";

test("of each message so many lines in a window, and the next window tells how many were left out", () => {
  let now = 0;
  const lineOf = createFloodBounds({ most: 3, windowMs: 1_000 }, () => now);
  const last = { leftOut: "more of these until 1 s have passed" };
  expect([1, 2, 3, 4, 5].map(() => lineOf("a request failed"))).toEqual([{}, {}, last, null, null]);
  expect(lineOf("another message")).toEqual({});
  now = 999;
  expect(lineOf("a request failed")).toBeNull();
  now = 1_000;
  expect(lineOf("a request failed")).toEqual({ leftOut: 3 });
  now = 2_000;
  expect(lineOf("a request failed")).toEqual({});
});
