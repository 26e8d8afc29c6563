import { describe, expect, it } from "vitest";
import { artworkWarnings, dpiOf, linkEnd } from "./artwork-warnings.ts";
import { printAreasOf } from "./print-areas.ts";

const file = (width: number, height: number) => ({
  ...{ bytes: 1, sha256: "", etag: null, document: null },
  image: {
    ...{ width, height, colorSpace: "srgb", profile: null, depth: "uchar", hasAlpha: true, pages: 1 },
    ...{ pixels: null, drawing: null },
  },
});
const SIZES = { front: { width: 12, height: 14 }, back: null, unit: "in", wantedDpi: 150 } as const;

describe("dots per inch", () => {
  it.each([
    ["the same shape", [1200, 1400], 100],
    ["a wide picture, which the width bounds", [1200, 400], 100],
    ["a tall picture, which the height bounds", [400, 2100], 150],
    ["a small picture", [50, 50], 4],
  ] as const)("of %s", (_name, [width, height], dpi) => {
    expect(dpiOf({ width, height }, { width: 12, height: 14 }, "in")).toBe(dpi);
  });

  it("of a size in centimeters", () => {
    expect(dpiOf({ width: 1200, height: 1400 }, { width: 30.48, height: 35.56 }, "cm")).toBe(100);
  });
});

describe("a print file", () => {
  const codes = (side: "front" | "back", pixels: readonly [number, number]) =>
    artworkWarnings("https://art.example/a.png", side, file(...pixels), { sizes: SIZES }).map(({ code }) => code);

  it("is judged by the print size of its side", () => {
    expect(artworkWarnings("https://art.example/a.png", "front", file(1200, 1400), { sizes: SIZES })).toEqual([
      {
        code: "low_dpi",
        ...{ width: 1200, height: 1400, dpi: 100, wantedDpi: 150, side: "front" },
        size: { width: 12, height: 14, unit: "in" },
      },
    ]);
    expect(codes("front", [1800, 2100])).toEqual([]);
  });

  it.each(["front", "back"] as const)("without a transparent background is named on the %s", (side) => {
    const picture = file(3000, 3000);
    const drawing = { isOpaque: true, width: 3000, height: 3000, opacity: 1 };
    const opaque = { ...picture, image: { ...picture.image, drawing } };
    expect(artworkWarnings("https://art.example/a.jpg", side, opaque, { sizes: SIZES })).toEqual([
      { code: "no_transparency" },
    ]);
  });

  it("is judged by the product's print area where the catalog tells one, not by the print size", () => {
    const printAreas = [{ key: "front", name: "", width: 2400, height: 2800, fileFormat: null, resolution: 300 }];
    const areas = printAreasOf([{ printAreas }]);
    const codesIn = (side: "front" | "back") =>
      artworkWarnings("https://art.example/a.png", side, file(1200, 1400), { sizes: SIZES, areas }).map(
        ({ code }) => code,
      );
    expect(codesIn("front")).toEqual(["below_area"]);
    expect(codesIn("back")).toEqual(["no_area"]);
  });

  it("is judged by its pixels where the print size is not known", () => {
    expect([codes("back", [999, 999]), codes("back", [1000, 10])]).toEqual([["low_resolution"], []]);
  });
});

it.each([
  ["X-Amz-Date=20261123T014700Z&X-Amz-Expires=3600", "2026-11-23T02:47:00.000Z"],
  ["X-Goog-Date=20261123T014700Z&X-Goog-Expires=60", "2026-11-23T01:48:00.000Z"],
  ["Expires=1795400000&Signature=x", "2026-11-23T02:13:20.000Z"],
  ["se=2026-12-01T00%3A00%3A00Z&sig=x", "2026-12-01T00:00:00.000Z"],
  ["se=2026-12-01&sig=x", "2026-12-01T00:00:00.000Z"],
])("%s ends at %s", (query, end) => expect(linkEnd(`https://art.example/a.png?${query}`)?.toISOString()).toBe(end));

it.each([
  "",
  "v=1795400000",
  "expires=never",
  "expires=3600",
  "se=se",
  "X-Amz-Expires=3600",
  "X-Amz-Date=20269923T014700Z&X-Amz-Expires=1",
])("%j names no end", (query) => expect(linkEnd(`https://art.example/a.png?${query}`)).toBeNull());
