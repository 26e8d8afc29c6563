import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mainSide, readVariantsQuery, VARIANT_VIEWS, writeVariantsQuery } from "./variants-query.ts";

describe("the query of the variants page", () => {
  it("is the same after its address", () => {
    const number = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String);
    const cursors = fc.oneof(
      fc.constant({ after: null, before: null }),
      number.map((after) => ({ after, before: null })),
      number.map((before) => ({ after: null, before })),
    );
    const words = fc.string({ maxLength: 100 }).map((text) => text.replaceAll("\0", "").trim());
    fc.assert(
      fc.property(fc.constantFrom(...VARIANT_VIEWS), words, cursors, (view, query, pages) => {
        const whole = { view, query, ...pages };
        expect(readVariantsQuery(new URLSearchParams(writeVariantsQuery(whole).toString()))).toEqual(whole);
      }),
    );
  });

  it("takes defaults for what it does not know", () => {
    const params = new URLSearchParams({ view: "x", after: "1; DROP", query: " a " });
    expect(readVariantsQuery(params)).toEqual({ view: "all", query: "a", after: null, before: null });
  });
});

it("the list shows the back of what is printed on the back alone", () => {
  const mapping = (requiredSides: ("front" | "back")[], artworkFront = "", artworkBack = "") =>
    mainSide({ requiredSides, artworkFront, artworkBack });
  expect([
    mainSide(null),
    mapping([]),
    mapping(["front", "back"]),
    mapping(["back"], "https://a.example/f.png"),
  ]).toEqual(["front", "front", "front", "front"]);
  expect([mapping(["back"]), mapping([], "", "https://a.example/b.png")]).toEqual(["back", "back"]);
});
