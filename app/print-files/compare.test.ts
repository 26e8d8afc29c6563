import { describe, expect, it } from "vitest";
import type { ArtworkFile } from "../ports/artwork.ts";
import { isOtherFile, isVarying } from "./record-check.ts";

const IMAGE = {
  width: 10,
  height: 10,
  colorSpace: "srgb",
  depth: "uchar",
  hasAlpha: true,
  pages: 1,
  profile: null,
  drawing: null,
};
/** An opened picture; null: one that was not opened. */
const file = (sha256: string, pixels: string | null): ArtworkFile => ({
  ...{ sha256, bytes: 1, etag: null, document: null },
  image: pixels === null ? null : { ...IMAGE, pixels },
});
const tooLarge = (sha256: string): ArtworkFile => ({ ...file(sha256, null), image: { ...IMAGE, pixels: null } });
const mapped = (acceptedPixels: string | null, varies = false) => ({ acceptedHash: "a", acceptedPixels, varies });

describe("a file at a link", () => {
  it.each([
    ["the same bytes", mapped("p"), file("a", "p"), false],
    ["the same bytes, not opened just now", mapped("p"), file("a", null), false],
    ["other bytes with the same pixels", mapped("p"), file("b", "p"), false],
    ["other pixels", mapped("p"), file("b", "q"), true],
    ["other bytes that were not opened", mapped("p"), file("b", null), true],
    ["other bytes of a type without pixels", mapped(null), file("b", null), true],
    ["a picture in place of a PDF", mapped(null), file("b", "p"), true],
    ["other bytes too large to compare", mapped(null), tooLarge("b"), true],
    ["anything at a link that varies", mapped("p", true), file("b", "q"), false],
    ["the first file", { acceptedHash: null, acceptedPixels: null, varies: false }, file("b", "q"), false],
  ])("%s: another one %s", (_name, accepted, found, isOther) => expect(isOtherFile(accepted, found)).toBe(isOther));
});

describe("two downloads in a row", () => {
  it.each([
    ["the same file", file("b", "q"), file("b", "q"), false],
    ["compressed again", file("b", "q"), file("c", "q"), false],
    ["drawn again", file("b", "q"), file("c", "r"), true],
    ["PDFs made again", file("b", null), file("c", null), true],
    ["pictures too large to compare", tooLarge("b"), tooLarge("c"), true],
    ["one of which was not opened", file("b", "q"), file("c", null), false],
  ])("%s: varying %s", (_name, one, other, isVaryingNow) => expect(isVarying(one, other)).toBe(isVaryingNow));
});
