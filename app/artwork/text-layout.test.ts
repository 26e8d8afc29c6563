import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TEXT_ALIGNS, TEXT_FONTS, type TextFont, type TextPlacement } from "../ports/text-placement.ts";
import { layOutText, textPlacementSchema } from "./text-layout.ts";

const PLACEMENT: TextPlacement = {
  ...{ property: "Name", x: 10, y: 20, width: 80, height: 30, font: "noto_sans", size: null, smallest: 2 },
  ...{ color: "#112233", align: "center", uppercase: false, maxLines: 3, maxCharacters: 60, makesFile: false },
  artwork: { width: 1_000, height: 1_200 },
};
const at = (over: Partial<TextPlacement>): TextPlacement => ({ ...PLACEMENT, ...over });

const placements = fc
  .record({
    x: fc.double({ min: 0, max: 60, noNaN: true }),
    y: fc.double({ min: 0, max: 60, noNaN: true }),
    width: fc.double({ min: 1, max: 40, noNaN: true }),
    height: fc.double({ min: 1, max: 40, noNaN: true }),
    font: fc.constantFrom(...(Object.keys(TEXT_FONTS) as TextFont[])),
    size: fc.option(fc.double({ min: 0.5, max: 30, noNaN: true })),
    smallest: fc.double({ min: 0.5, max: 5, noNaN: true }),
    align: fc.constantFrom(...TEXT_ALIGNS),
    uppercase: fc.boolean(),
    maxLines: fc.integer({ min: 1, max: 10 }),
    artwork: fc.record({ width: fc.integer({ min: 50, max: 6_000 }), height: fc.integer({ min: 50, max: 6_000 }) }),
  })
  .map((over) => at({ ...over, maxCharacters: 200 }));

/** Letters that every font has, with kerning, ligatures, overhanging ones and accents. */
const texts = fc.string({ unit: fc.constantFrom(..."AVTofijgyQ ÄéñŁžЖяЙ7-'&\n"), minLength: 1, maxLength: 60 });

describe("a text in its box", () => {
  it("stays in the box, has all of its words in sequence, and no more lines than allowed", () => {
    fc.assert(
      fc.property(placements, texts, (placement, text) => {
        const drawn = layOutText(placement, text);
        if (!drawn.ok) return;
        if (drawn.lines.length === 0) return void expect([text.trim(), drawn.svg]).toEqual(["", ""]);
        const { x, y, width, height, artwork, maxLines, size, smallest } = placement;
        const { left, top, right, bottom } = drawn.ink;
        const eps = 1e-6 * (artwork.width + artwork.height);
        expect(left).toBeGreaterThanOrEqual((x / 100) * artwork.width - eps);
        expect(right).toBeLessThanOrEqual(((x + width) / 100) * artwork.width + eps);
        expect(top).toBeGreaterThanOrEqual((y / 100) * artwork.height - eps);
        expect(bottom).toBeLessThanOrEqual(((y + height) / 100) * artwork.height + eps);
        expect(drawn.lines.length).toBeLessThanOrEqual(maxLines);
        expect(drawn.size).toBeGreaterThanOrEqual(((size ?? smallest) / 100) * artwork.height - eps);
        const words = (one: string) => one.split(/\s+/).filter(Boolean);
        expect(words(drawn.lines.join(" "))).toEqual(
          words((placement.uppercase ? text.toUpperCase() : text).normalize("NFC")),
        );
        expect(layOutText(placement, text)).toEqual(drawn);
      }),
      { numRuns: 150 },
    );
  });

  it("is refused, never cut, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        const drawn = layOutText(PLACEMENT, text);
        if (drawn.ok) expect(drawn.svg.includes("undefined")).toBe(false);
        else expect(["characters", "too_long", "too_many"]).toContain(drawn.problem.code);
      }),
      { numRuns: 60 },
    );
  });

  it("is as large as the box allows, in the lines that let it be largest", () => {
    const one = layOutText(at({ maxLines: 1 }), "Anna and Bertram and Carl");
    const three = layOutText(PLACEMENT, "Anna and Bertram and Carl");
    if (!one.ok || !three.ok) throw new Error("not drawn");
    expect(one.lines).toEqual(["Anna and Bertram and Carl"]);
    expect(three.lines.length).toBeGreaterThan(1);
    expect(three.size).toBeGreaterThan(one.size);
  });

  it("keeps the lines that the customer wrote", () => {
    expect(layOutText(PLACEMENT, "Anna\r\n\r\n7")).toMatchObject({ ok: true, lines: ["Anna", "7"] });
    expect(layOutText(at({ maxLines: 1 }), "Anna\n7")).toEqual({ ok: false, problem: { code: "too_long" } });
  });

  it.each<[string, Partial<TextPlacement>, string, object]>([
    ["an emoji", {}, "Anna 🎉❤️", { code: "characters", characters: ["🎉", "❤", "\uFE0F"] }],
    ["another script", {}, "山田", { code: "characters", characters: ["山", "田"] }],
    ["Greek in a font without it", { font: "pacifico" }, "Άννα", { code: "characters", characters: ["Ά", "ν", "α"] }],
    ["a mark without its letter", {}, "\u0301Anna", { code: "characters", characters: ["\u0301"] }],
    ["more characters than allowed", { maxCharacters: 3 }, "Anna", { code: "too_many", max: 3 }],
    ["a word that is too long at the smallest size", { smallest: 20 }, "Bartholomew", { code: "too_long" }],
    ["a fixed size that does not fit", { size: 25, maxLines: 1 }, "Bartholomew", { code: "too_long" }],
  ])("refuses %s by name", (_name, over, text, problem) => {
    expect(layOutText(at(over), text)).toEqual({ ok: false, problem });
  });

  it("draws what copied texts and other scripts bring along", () => {
    for (const text of ["Anna\u200B", "e\u0301te\u0301", "Ελλάδα", "Привет", "Łukasz", "Nguyễn", "O’Hara"])
      expect(layOutText(PLACEMENT, text), text).toMatchObject({ ok: true });
    expect(layOutText(at({ uppercase: true }), "straße")).toMatchObject({ ok: true, lines: ["STRASSE"] });
  });

  it("aligns lines in the box", () => {
    const edges = TEXT_ALIGNS.map((align) => {
      const drawn = layOutText(at({ align, size: 4 }), "Anna");
      return drawn.ok ? [Math.round(drawn.ink.left), Math.round(drawn.ink.right)] : null;
    });
    expect(edges[0]?.[0]).toBe(100);
    expect(edges[2]?.[1]).toBe(900);
    expect((edges[1]?.[0] ?? 0) + (edges[1]?.[1] ?? 0)).toBeCloseTo(1_000, -1);
  });
});

it("stores no box, color or size that cannot be drawn", () => {
  expect(textPlacementSchema.safeParse(PLACEMENT).success).toBe(true);
  for (const over of [{ x: -1 }, { width: 0 }, { color: "red" }, { font: "comic" }, { maxLines: 0 }, { size: 0 }])
    expect(textPlacementSchema.safeParse({ ...PLACEMENT, ...over }).success, JSON.stringify(over)).toBe(false);
});
