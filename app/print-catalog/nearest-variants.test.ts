import { expect, it } from "vitest";
import { nearestVariants } from "./nearest-variants.ts";

it("finds the nearest size and color", () => {
  const one = (itemSku: string, color: string, hexColor: string | null, size: string | null) => ({
    ...{ itemSku, title: itemSku, color, hexColor, size },
  });
  const own = { color: "Navy", hexColor: "#1f2a44", size: "M" };
  const others = [
    one("white-m", "White", "#fff", "M"),
    one("navy-2xl", "navy", null, "2XL"),
    one("navy-l", "Navy", "#1f2a44", "L"),
    one("blue-m", "Royal Blue", "#2b50a8", "M"),
    one("no-size", "Navy", "#1f2a44", null),
  ];
  expect(nearestVariants(own, others, 5).map(({ itemSku }) => itemSku)).toEqual([
    ...["blue-m", "navy-l", "no-size", "white-m", "navy-2xl"],
  ]);
  // Models of phones have neither: none is nearer than another.
  expect(nearestVariants({ color: null, hexColor: null, size: null }, others, 1)).toEqual([]);
});
