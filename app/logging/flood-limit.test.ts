import { expect, test } from "vitest";
import { createFloodLimit } from "./flood-limit.ts";

test("of each message so many lines in a window, and the next window reports how many were left out", () => {
  let now = 0;
  const fieldsFor = createFloodLimit({ maxLines: 3, windowMs: 1_000 }, () => now);
  const last = { suppressed: "more of these until 1 s have passed" };
  expect([1, 2, 3, 4, 5].map(() => fieldsFor("a request failed"))).toEqual([{}, {}, last, null, null]);
  expect(fieldsFor("another message")).toEqual({});
  now = 999;
  expect(fieldsFor("a request failed")).toBeNull();
  now = 1_000;
  expect(fieldsFor("a request failed")).toEqual({ suppressed: 3 });
  now = 2_000;
  expect(fieldsFor("a request failed")).toEqual({});
});
