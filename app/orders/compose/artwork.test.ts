import { describe, expect, it } from "vitest";
import { line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { chooseArtwork } from "./artwork.ts";

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
      missing: [],
      unreadable: [],
    });
  });

  it("is never the mapping when the customer's own link is broken", () => {
    expect(chooseArtwork(property("Design", "my-cat.png"), mapping(), shop)).toEqual({
      links: { front: "", back: "", mockup: "" },
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
