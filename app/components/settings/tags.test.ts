import { expect, test } from "vitest";
import { withTags } from "./tags.ts";

test("what is typed or pasted becomes tags, each once", () => {
  expect(withTags([], " Fox , Bear,")).toEqual(["Fox", "Bear"]);
  expect(withTags(["Fox"], "fox, BEAR, bear")).toEqual(["Fox", "BEAR"]);
  expect(withTags(["Fox"], " , ")).toEqual(["Fox"]);
});
