import { expect, it } from "vitest";
import { z } from "zod";
import { atMost, isLongerThan } from "./text-limit.ts";

it.each([
  ["👕👕", 2, false],
  ["👕👕👕", 2, true],
  ["𠮷野家", 3, false],
  ["abc", 3, false],
  ["abcd", 3, true],
])("%s is longer than %d characters: %s", (text, max, longer) => {
  expect(isLongerThan(text, max)).toBe(longer);
  const issue = z.string().superRefine(atMost(max)).safeParse(text).error?.issues[0];
  expect(issue && { code: issue.code, maximum: "maximum" in issue && issue.maximum }).toEqual(
    longer ? { code: "too_big", maximum: max } : undefined,
  );
});
