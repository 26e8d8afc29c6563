import { describe, expect, it } from "vitest";
import { line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { chooseArtwork, buildNote, unusedProperties } from "./line-content.ts";
import fc from "fast-check";
import { cleanText } from "../../common/clean-text.ts";

const shop = settings({ artworkProperties: { front: ["_print_file", "Design"], back: ["Back"] } });
const property = (name: string, value: string) => line({ properties: [{ name, value }] });

describe("where the artwork comes from", () => {
  it("is the customer's property, in the order of the settings", () => {
    const both = line({
      properties: [
        { name: "design", value: "https://art.example/second.png" },
        { name: "_print_file", value: " https://art.example/first.png " },
      ],
    });
    expect(chooseArtwork(both, mapping(), shop).links.front).toBe("https://art.example/first.png");
    expect(chooseArtwork(property("DESIGN", "https://art.example/d.png"), mapping(), shop).links.front).toBe(
      "https://art.example/d.png",
    );
  });

  it("is the mapping when the property is missing or blank, then the metafield", () => {
    expect(chooseArtwork(property("Design", " "), mapping(), shop).links.front).toBe("https://art.example/front.png");
    const withMetafield = line({
      metafieldArtwork: { front: "https://art.example/meta.png", back: null, mockup: null },
    });
    expect(chooseArtwork(withMetafield, mapping(), shop).links.front).toBe("https://art.example/front.png");
    expect(chooseArtwork(withMetafield, mapping({ artworkFront: "" }), shop)).toEqual({
      links: { front: "https://art.example/meta.png", back: "", mockup: "" },
      further: {},
      missing: [],
      unreadable: [],
    });
  });

  it("is never the mapping when the customer's own link is broken", () => {
    expect(chooseArtwork(property("Design", "my-cat.png"), mapping(), shop)).toEqual({
      links: { front: "", back: "", mockup: "" },
      further: {},
      missing: [],
      unreadable: [{ side: "front", source: "property", reason: "bad_link" }],
    });
  });
});

it("names required sides that have none", () => {
  const twoSided = mapping({ requiredSides: ["front", "back"] });
  expect(chooseArtwork(line(), twoSided, shop).missing).toEqual(["back"]);
  expect(chooseArtwork(line(), mapping({ artworkFront: "", requiredSides: [] }), shop).missing).toEqual([]);
});

it("sends a link as given, and encodes only what no URL may hold", () => {
  const signed = "https://cdn.example/a%20b.png?sig=Aa%2B/'(1)&x=~";
  expect(chooseArtwork(line(), mapping({ artworkFront: signed }), shop).links.front).toBe(signed);
  const spaced = mapping({ artworkFront: "https://cdn.example/mein größtes Bild.png" });
  expect(chooseArtwork(line(), spaced, shop).links.front).toBe(
    "https://cdn.example/mein%20gr%C3%B6%C3%9Ftes%20Bild.png",
  );
});

const withTexts = (texts: Record<string, string>) =>
  line({ properties: Object.entries(texts).map(([name, value]) => ({ name, value })) });
const note = (texts: Record<string, string>, noteTemplate: string, mapped = "") =>
  buildNote(withTexts(texts), mapping({ note: mapped }), settings({ noteTemplate }));

describe("the note of an item", () => {
  it.each([
    [{ "Name on the back": "ANNA", Number: "7" }, "{Name on the back}, {Number}", "ANNA, 7"],
    [{ "name on the BACK ": "ANNA" }, "{Name on the back}, {Number}", "ANNA"],
    [{ Number: "7" }, "{Name on the back}, {Number}", "7"],
    [{ Number: "7" }, "Name: {Name}, no. {Number} (back)", "no. 7 (back)"],
    [{ Name: "ANNA" }, "Name: {Name}, no. {Number}", "Name: ANNA"],
    [{}, "Name: {Name}, no. {Number}", ""],
    [{ Name: "  " }, "Name: {Name}", ""],
    [{ Name: "a, {Number} - b" }, "{Name}", "a, {Number} - b"],
    [{ Name: ", - x" }, "{Name}", ", - x"],
  ])("%j in %j: %j", (texts, template, expected) => expect(note(texts, template).note).toBe(expected));

  it("has the mapping's fixed note before the shop's template", () => {
    expect(note({ Name: "ANNA" }, "{Name}", "Gloss paper").note).toBe("Gloss paper, ANNA");
    expect(note({}, "{Name}", "Gloss paper").note).toBe("Gloss paper");
  });

  it("follows the mapping's own placeholders instead of the shop's", () => {
    expect(note({ Name: "ANNA", Size: "L" }, "{Name}", "Size {Size}").note).toBe("Size L");
  });

  it("says when a text of the customer had to be changed", () => {
    expect(note({ Name: " ANNA " }, "{Name}")).toMatchObject({ note: "ANNA", changed: false });
    expect(note({ Name: "ANNA\nMARIA" }, "{Name}")).toMatchObject({ note: "ANNA MARIA", changed: true });
  });

  it("holds every text that the template names, whole", () => {
    const text = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const built = note({ A: first, B: second }, "One {A} / two {B}.");
        for (const given of [first, second]) {
          if (cleanText(given) !== "") expect(built.note).toContain(cleanText(given).trim());
        }
        expect(built.used).toEqual([...(cleanText(first) ? ["A"] : []), ...(cleanText(second) ? ["B"] : [])]);
      }),
    );
  });
});

describe("a property that no rule uses", () => {
  const unused = (texts: Record<string, string>, stored: Record<string, unknown>) => {
    const of = settings(stored);
    const shown = withTexts(texts);
    return unusedProperties(shown, buildNote(shown, mapping(), of), of);
  };

  it("is every visible one with a text that is in neither note nor artwork", () => {
    const texts = {
      Engraving: "For Bob",
      _hidden: "x",
      Name: "ANNA",
      Artwork: "https://a.example/b.png",
      Blank: " ",
      Gift: "yes",
    };
    expect(unused(texts, {})).toEqual(["Engraving", "Name", "Artwork", "Gift"]);
    const rules = { noteTemplate: "{name}", artworkProperties: { front: ["artwork"] }, ignoredProperties: ["GIFT"] };
    expect(unused(texts, rules)).toEqual(["Engraving"]);
  });

  it.each([
    ["JSON", JSON.stringify({ text: "For Bob", preview: "https://a.example/r/1" })],
    ["JSON with escaped slashes", String.raw`[{"front":"http:\/\/a.example\/r\/1"}]`],
    ["a link to a picture", "https://a.example/design.PNG?v=2"],
  ])("is a hidden one with a design, too: %s", (_what, value) => {
    expect(unused({ _design: value }, {})).toEqual(["_design"]);
    expect(unused({ _design: value }, { ignoredProperties: ["_design"] })).toEqual([]);
    expect(unused({ _design: value }, { artworkProperties: { front: ["_design"] } })).toEqual([]);
  });

  it.each([
    ["an id", "7f31"],
    ["JSON without a link", JSON.stringify({ bundle: 12, price: "25.00" })],
    ["a link to a page", "https://a.example/cart?ref=9"],
  ])("is no hidden one with %s", (_what, value) => expect(unused({ _data: value }, {})).toEqual([]));
});
