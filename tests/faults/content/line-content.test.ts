import { expect, it } from "vitest";
import { lineContent, type Mapping } from "./line-content.ts";
import { NOTE_TEMPLATES, templateText } from "./note-template.ts";

const mapping: Mapping = { itemSku: "TEE", artworkFront: "https://art.example/front.png", note: "" };
const rules = { reviewed: null, holdsUnused: true };
const named = { name: "Name on the back", value: "ANNA" };
const number = { name: "Number", value: "7" };
const note = (template: number, properties: { name: string; value: string }[], over: Partial<Mapping> = {}) =>
  lineContent(properties, { ...mapping, ...over }, NOTE_TEMPLATES[template] ?? [], rules);

it("fills a template, without the words before a text that is not there", () => {
  expect(templateText(NOTE_TEMPLATES[2] ?? [])).toBe("Back: {Name on the back}, No. {Number}");
  expect(note(2, [named, number]).item.note).toBe("Back: ANNA, No. 7");
  expect(note(2, [number]).item.note).toBe("No. 7");
  expect(note(2, []).item.note).toBe("");
});

it("puts a fixed note of the mapping first, and lets its placeholders replace the shop's", () => {
  expect(note(1, [named], { note: "Handle left" }).item.note).toBe("Handle left, ANNA");
  const own = [{ before: "Poster for ", property: "Name on the back" }];
  expect(note(1, [named, number], { note: own })).toMatchObject({
    item: { note: "Poster for ANNA" },
    unused: ["Number"],
  });
});

it("asks for a review of a text in two lines, and names what is not printed", () => {
  expect(note(1, [{ ...named, value: "ANNA\nMARIA" }])).toMatchObject({
    item: { note: "ANNA MARIA" },
    needsReview: true,
    unused: [],
  });
  expect(note(0, [named, { name: "_layout", value: "arched" }]).unused).toEqual(["Name on the back"]);
});

it("takes the customer's artwork before the mapping's", () => {
  const own = { name: "Front artwork", value: "https://art.example/own.png" };
  expect(note(0, [own]).item.artworkFront).toBe(own.value);
});
