import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ARTWORK_SIDES } from "../ports/sides.ts";
import type { PrintArea } from "../ports/print-service.ts";
import { areaWarnings, fit, printAreasOf, typeName } from "./print-areas.ts";

const area = (key: string, more: Partial<PrintArea> = {}): PrintArea => ({
  ...{ key, name: "", width: 2400, height: 3200, fileFormat: "PNG", resolution: 300 },
  ...more,
});
const madeIn = (...places: PrintArea[][]) => printAreasOf(places.map((printAreas) => ({ printAreas })));
const front = (more: Partial<PrintArea> = {}) => {
  const found = madeIn([area("front", more)])?.get("front");
  if (!found) throw new Error("no front");
  return found;
};

describe("the print areas of a product", () => {
  it("are by the sides that their keys or names mean", () => {
    const areas = madeIn([area("artwork_front"), area("1", { name: "Left Chest" }), area("wrap")]);
    expect([...(areas?.keys() ?? [])]).toEqual(["front", "left_chest"]);
  });

  it("are not known where the catalog names none that is understood", () => {
    expect(madeIn()).toBeNull();
    expect(madeIn([], [area("wrap")])).toBeNull();
  });

  it("are those that all places share, as the strictest has them, which is said", () => {
    const large = area("front", { width: 4500, height: 5400, fileFormat: "png, jpg" });
    const areas = madeIn([area("front"), area("hood")], [large], []);
    expect([...(areas?.values() ?? [])]).toEqual([
      {
        ...{ side: "front", size: { width: 4500, height: 5400 }, resolution: 300, types: ["image/png"], places: 2 },
      },
    ]);
    expect(madeIn([area("front")], [area("front")])?.get("front")?.places).toBe(1);
  });

  it("need no artwork of a size that is not told", () => {
    const unknown = front({ width: null, resolution: Number.NaN });
    expect(unknown).toMatchObject({ size: null, resolution: null });
    expect(areaWarnings({ width: 1, height: 1 }, unknown)).toEqual([]);
  });

  it.each([
    ["PNG", ["image/png"]],
    ["png/jpeg", ["image/jpeg", "image/png"]],
    ["image/svg+xml", ["image/svg+xml"]],
    ["pdf", ["application/pdf"]],
    ["vector", null],
    [null, null],
  ])("of the format %s name the types %s", (fileFormat, types) => {
    expect(front({ fileFormat }).types).toEqual(types);
  });

  it("name no type where the places share none", () => {
    const areas = madeIn([area("front")], [area("front", { fileFormat: "pdf" })]);
    expect(areas?.get("front")?.types).toBeNull();
    expect([typeName("image/jpeg"), typeName("image/svg+xml"), typeName("application/pdf")]).toEqual([
      ...["JPEG", "SVG", "PDF"],
    ]);
  });
});

describe("artwork in its print area", () => {
  const smaller = { code: "below_area", wantedDpi: 300, side: "front", area: { width: 2400, height: 3200 }, places: 1 };

  it("that fills it is fine", () => {
    expect(areaWarnings({ width: 2400, height: 3200 }, front())).toEqual([]);
    expect(areaWarnings({ width: 4820, height: 6400 }, front())).toEqual([]);
  });

  it("that is smaller prints with fewer dots per inch", () => {
    expect(areaWarnings({ width: 1712, height: 2283 }, front())).toEqual([
      { ...smaller, width: 1712, height: 2283, dpi: 214 },
    ]);
  });

  it("that is smaller than an area without a resolution is told in pixels", () => {
    expect(areaWarnings({ width: 1200, height: 1600 }, front({ resolution: null }))).toEqual([
      { ...smaller, width: 1200, height: 1600, dpi: null, wantedDpi: null },
    ]);
  });

  it.each([
    ["wider", { width: 6400, height: 3200 }, 63],
    ["taller", { width: 2400, height: 6400 }, 50],
  ])("that is %s is cut, or leaves a part empty", (is, size, percent) => {
    expect(areaWarnings(size, front())).toEqual([{ code: "other_shape", side: "front", is, percent }]);
  });

  const length = fc.integer({ min: 1, max: 20_000 });
  const size = fc.record({ width: length, height: length });

  it("leaves as much empty as is cut off, whatever the sizes, and never touches more than its edges", () => {
    fc.assert(
      fc.property(size, size, (picture, within) => {
        const { part, percent, is } = fit(picture, within);
        const [width, height] = [picture.width / part, picture.height / part];
        expect(Math.max(width / within.width, height / within.height)).toBeCloseTo(1, 9);
        expect(Math.min(width / within.width, height / within.height)).toBeLessThanOrEqual(1 + 1e-9);
        const empty = is === "wider" ? 1 - height / within.height : 1 - width / within.width;
        expect(Math.abs(percent - empty * 100)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });

  it("is never called small once it has the pixels of the area, nor large enough while a longer edge lacks some", () => {
    fc.assert(
      fc.property(size, fc.double({ min: 0.01, max: 3, noNaN: true }), (within, scale) => {
        const picture = { width: within.width * scale, height: within.height * scale };
        const codes = areaWarnings(picture, front({ ...within, resolution: null })).map(({ code }) => code);
        expect(codes.includes("below_area")).toBe(fit(picture, within).part < 1);
        expect(codes).not.toContain("other_shape");
      }),
    );
  });

  it("counts on the strictest of all places", () => {
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 5 }), fc.constantFrom(...ARTWORK_SIDES), (sizes, side) => {
        const areas = printAreasOf(sizes.map((one) => ({ printAreas: [area(side, one)] })));
        const found = areas?.get(side)?.size;
        expect((found?.width ?? 0) * (found?.height ?? 0)).toBe(
          Math.max(...sizes.map(({ width, height }) => width * height)),
        );
      }),
    );
  });
});
