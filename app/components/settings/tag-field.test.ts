import { expect, test } from "vitest";
import { withTags } from "./tag-field.tsx";

test("typed or pasted text becomes tags without duplicates", () => {
  expect(withTags([], " Fox , Bear,")).toEqual(["Fox", "Bear"]);
  expect(withTags(["Fox"], "fox, BEAR, bear")).toEqual(["Fox", "BEAR"]);
  expect(withTags(["Fox"], " , ")).toEqual(["Fox"]);
});
