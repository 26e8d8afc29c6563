import { expect, it } from "vitest";
import { settings } from "../../tests/support/order-fixtures.ts";
import { placeholdersIn, unprintedReviews } from "./note-template.ts";

it("names the placeholders of a template", () => {
  expect(placeholdersIn("Name: {Name on the back}, {Number}")).toEqual(["Name on the back", "Number"]);
  expect(placeholdersIn("no { placeholder } {}")).toEqual([" placeholder "]);
});

it("names the properties to review that reach neither a print note nor the artwork", () => {
  const shop = settings({
    personalizationProperties: ["Name", "Number", "Photo", "Date", "Engraving"],
    noteTemplate: "Back: {name}",
    artworkProperties: { front: ["photo"], back: [], mockup: [] },
  });
  expect(unprintedReviews(shop, ["Size {Number}", "Gloss", "{date }"])).toEqual(["Engraving"]);
});
