import { expect, it } from "vitest";
import { fileWords } from "./file-words.ts";
import { beginChange, startTimeline } from "./timeline.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const LINK = "https://art.example/front.png";

it("needs a word from the replacement of the file until staff uses the new one, while the link is printed", () => {
  const file = startTimeline<string | null>(null, at(0));
  beginChange(file, "hash", at(10))(at(10));
  beginChange(file, null, at(20))(at(20));
  const links = startTimeline<string | null>(LINK, at(5));
  beginChange(links, "https://art.example/other.png", at(15))(at(15));
  const words = fileWords(links, new Map([[LINK, file]]));
  const needed = { approvals: ["print_new_artwork"], basis: "hash" };
  expect(words).toEqual([
    { value: null, from: at(5), until: at(10) },
    { value: needed, from: at(10), until: at(15) },
    { value: null, from: at(15), until: null },
  ]);
});
