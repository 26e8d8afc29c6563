import { expect, it } from "vitest";
import { searchWords } from "./search-words.ts";

it.each([
  ["fox shirt", "fox* shirt*"],
  ["  fox  ", "fox*"],
  ["", ""],
  ['"fox', "fox*"],
  ["-fox", "fox*"],
  ["t-shirt", "t-shirt*"],
  ["a OR b", "a* OR* b*"],
  ["status:draft", "status\\:draft*"],
  ["(fox) \\", "fox*"],
  ["*", ""],
])("%j: %j", (words, search) => expect(searchWords(words)).toBe(search));
