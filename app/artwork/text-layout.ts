import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { Blob, Buffer as TextBuffer, Direction, Face, Font, shape } from "harfbuzzjs";
import { z } from "zod";
import { labelText } from "../common/clean-text.ts";
import {
  PROPERTY_NAME_MAX,
  TEXT_ALIGNS,
  TEXT_FONTS,
  TEXT_MAX_CHARACTERS,
  TEXT_MAX_LINES,
  type TextFont,
  type TextPlacement,
  type TextProblem,
} from "../ports/text-placement.ts";

const percent = z.number().min(0).max(100);
const pixels = z.number().int().min(1).max(100_000);

/** A placement as it is stored. */
export const textPlacementSchema = z.object({
  property: z.string().trim().max(PROPERTY_NAME_MAX),
  x: percent,
  y: percent,
  width: z.number().min(1).max(100),
  height: z.number().min(1).max(100),
  font: z.enum(Object.keys(TEXT_FONTS) as [TextFont, ...TextFont[]]),
  size: z.number().min(0.5).max(100).nullable(),
  smallest: z.number().min(0.5).max(100),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  align: z.enum(TEXT_ALIGNS),
  uppercase: z.boolean(),
  maxLines: z.number().int().min(1).max(TEXT_MAX_LINES),
  maxCharacters: z.number().int().min(1).max(TEXT_MAX_CHARACTERS),
  makesFile: z.boolean(),
  artwork: z.object({ width: pixels, height: pixels }),
}) satisfies z.ZodType<TextPlacement>;

/** A text in lines, each cleaned, without empty ones. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(labelText)
    .filter((line) => line !== "")
    .join("\n");

/** Where a text stands in its box. Lengths are pixels of the artwork that the text was placed on. */
export interface TextLayout {
  /** Of the font. */
  size: number;
  lines: string[];
  /** The smallest box around all that is drawn. */
  ink: { left: number; top: number; right: number; bottom: number };
  /** Elements of an SVG in these pixels. */
  svg: string;
}

export type LaidOut = ({ ok: true } & TextLayout) | { ok: false; problem: TextProblem };

/** Between the baselines of two lines, in sizes of the font. */
const LINE_HEIGHT = 1.2;

/**
 * Lays a text out in its box: in the lines that let it be the largest, or in the fewest where its size is fixed. Every character is
 * drawn, within the box, or the text is not. The same text gives the same drawing.
 */
export function layOutText(placement: TextPlacement, text: string): LaidOut {
  const { maxCharacters, maxLines, uppercase, artwork } = placement;
  const clean = cleanLines(text).normalize("NFC");
  const paragraphs = (uppercase ? clean.toUpperCase().normalize("NFC") : clean).split("\n").filter(Boolean);
  const characters = [...paragraphs.join("\n")];
  if (characters.length === 0) return NOTHING;
  if (characters.length > maxCharacters) return failed({ code: "too_many", max: maxCharacters });
  const fonts = fontsOf(placement.font);
  const lacking = [...new Set(paragraphs.flatMap((one) => lackedBy(fonts, one)))];
  if (lacking.length > 0) return failed({ code: "characters", characters: lacking });
  const box = {
    left: (placement.x / 100) * artwork.width,
    top: (placement.y / 100) * artwork.height,
    width: (placement.width / 100) * artwork.width,
    height: (placement.height / 100) * artwork.height,
  };
  const smallest = (placement.smallest / 100) * artwork.height;
  const wanted = placement.size === null ? null : (placement.size / 100) * artwork.height;
  const words = paragraphs.map((one) => measureWords(fonts, one));
  let best: { size: number; block: Block } | null = null;
  for (let count = paragraphs.length; count <= maxLines; count += 1) {
    const block = blockOf(fonts, breakInto(words, count));
    const size = Math.min(box.width / Math.max(block.width, TINY), box.height / Math.max(block.height, TINY));
    if (wanted !== null && size >= wanted) return placed(placement, box, block, wanted);
    if (best === null || size > best.size) best = { size, block };
  }
  // A dash alone would fill the width of the box.
  const size = best && Math.min(best.size, box.height);
  if (wanted !== null || best === null || size === null || size < smallest) return failed({ code: "too_long" });
  return placed(placement, box, best.block, size);
}

const NOTHING: LaidOut = { ok: true, size: 0, lines: [], ink: { left: 0, top: 0, right: 0, bottom: 0 }, svg: "" };

/** A text without ink, which none of the fonts has, would have no width. */
const TINY = 1e-6;

const failed = (problem: TextProblem): LaidOut => ({ ok: false, problem });

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function placed({ align, color }: TextPlacement, box: Box, block: Block, size: number): LaidOut {
  const baseline = box.top + (box.height - block.height * size) / 2 + block.top * size;
  const ink = { left: Infinity, top: baseline - block.top * size, right: -Infinity, bottom: 0 };
  ink.bottom = ink.top + block.height * size;
  const glyphs: string[] = [];
  for (const [at, line] of block.lines.entries()) {
    const spare = box.width - (line.right - line.left) * size;
    const left = box.left + (align === "left" ? 0 : align === "right" ? spare : spare / 2);
    const y = baseline + at * LINE_HEIGHT * size;
    ink.left = Math.min(ink.left, left);
    ink.right = Math.max(ink.right, left + (line.right - line.left) * size);
    for (const glyph of line.glyphs) {
      if (glyph.path === "") continue;
      const scale = size / glyph.unitsPerEm;
      const x = left + (glyph.x - line.left) * size;
      const matrix = [scale, 0, 0, -scale, x, y - glyph.y * size].map((one) => Number(one.toFixed(5))).join(" ");
      glyphs.push(`<path transform="matrix(${matrix})" d="${glyph.path}"/>`);
    }
  }
  return {
    ok: true,
    size,
    lines: block.lines.map(({ text }) => text),
    ink,
    svg: `<g fill="${color}">${glyphs.join("")}</g>`,
  };
}

/** Lengths from here on are sizes of the font. */
interface Glyph {
  /** In units of its font, upward. */
  path: string;
  unitsPerEm: number;
  x: number;
  y: number;
}

/** One line, with the extents of what is drawn; upward from the baseline. */
interface Line {
  text: string;
  glyphs: Glyph[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  advance: number;
}

interface Block {
  lines: Line[];
  width: number;
  height: number;
  /** From the first baseline up to the highest ink. */
  top: number;
}

function blockOf(fonts: readonly LoadedFont[], texts: readonly string[]): Block {
  const lines = texts.map((text) => shapeLine(fonts, text));
  const top = Math.max(...lines.map((line, at) => line.top - at * LINE_HEIGHT));
  const bottom = Math.min(...lines.map((line, at) => line.bottom - at * LINE_HEIGHT));
  return { lines, top, height: top - bottom, width: Math.max(...lines.map(({ left, right }) => right - left)) };
}

interface Words {
  texts: string[];
  widths: number[];
  space: number;
}

function measureWords(fonts: readonly LoadedFont[], paragraph: string): Words {
  const texts = paragraph.split(" ").filter(Boolean);
  const widths = texts.map((word) => shapeLine(fonts, word).advance);
  return { texts, widths, space: texts.length > 1 ? shapeLine(fonts, " ").advance : 0 };
}

/** Halvings of a width: far below a pixel of any artwork. */
const STEPS = 40;

/** Lines of about equal width, at most `count` of them; each paragraph begins a line. */
function breakInto(paragraphs: readonly Words[], count: number): string[] {
  const widthOf = ({ widths, space }: Words) => widths.reduce((sum, width) => sum + width + space, 0);
  let [narrow, wide] = [0, Math.max(...paragraphs.map(widthOf))];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (narrow + wide) / 2;
    if (linesWithin(paragraphs, middle).length <= count) wide = middle;
    else narrow = middle;
  }
  return linesWithin(paragraphs, wide);
}

/** A word that is wider than a line has a line of its own. */
function linesWithin(paragraphs: readonly Words[], width: number): string[] {
  return paragraphs.flatMap(({ texts, widths, space }) => {
    const lines: string[][] = [];
    let used = Infinity;
    for (const [at, word] of texts.entries()) {
      const own = widths[at] ?? 0;
      if (used + space + own <= width) {
        lines.at(-1)?.push(word);
        used += space + own;
      } else {
        lines.push([word]);
        used = own;
      }
    }
    return lines.map((words) => words.join(" "));
  });
}

/** One file of a font: it has the characters of some scripts. */
interface LoadedFont {
  font: Font;
  unitsPerEm: number;
  /** By glyph: the same ones come again and again. */
  paths: Map<number, string>;
  has(character: string): boolean;
}

const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];

/** Package, weight, and the subsets that the package has. */
const FILES: Readonly<Record<TextFont, { name: string; weight: number; lacks: readonly string[] }>> = {
  noto_sans: { name: "noto-sans", weight: 700, lacks: [] },
  noto_serif: { name: "noto-serif", weight: 700, lacks: [] },
  oswald: { name: "oswald", weight: 700, lacks: ["greek", "greek-ext"] },
  caveat: { name: "caveat", weight: 700, lacks: ["greek", "greek-ext", "vietnamese"] },
  pacifico: { name: "pacifico", weight: 400, lacks: ["greek", "greek-ext"] },
};

const loaded = new Map<TextFont, LoadedFont[]>();
const require = createRequire(import.meta.url);

function fontsOf(id: TextFont): LoadedFont[] {
  const known = loaded.get(id);
  if (known) return known;
  const { name, weight, lacks } = FILES[id];
  const fonts = SUBSETS.filter((subset) => !lacks.includes(subset)).map((subset) =>
    loadFont(require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`)),
  );
  loaded.set(id, fonts);
  return fonts;
}

function loadFont(path: string): LoadedFont {
  const file = unpackWoff(readFileSync(path));
  const face = new Face(new Blob(file));
  const font = new Font(face);
  const known = new Map<string, boolean>();
  return {
    font,
    unitsPerEm: face.upem,
    paths: new Map(),
    has(character) {
      let has = known.get(character);
      if (has === undefined)
        known.set(character, (has = font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined));
      return has;
    },
  };
}

/** HarfBuzz reads a font's tables as they are, and no WOFF, which has each of them compressed (W3C: WOFF 1.0, 3 to 5). */
function unpackWoff(file: Buffer): ArrayBuffer {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + 20 * at;
    const [offset, packed, length] = [4, 8, 12].map((place) => file.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const bytes = file.subarray(offset, offset + packed);
    return { entry, length, bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const padded = (length: number) => (length + 3) & ~3;
  const head = 12 + 16 * count;
  const font = Buffer.alloc(tables.reduce((sum, { length }) => sum + padded(length), head));
  file.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let end = head;
  for (const [at, { entry, length, bytes }] of tables.entries()) {
    const to = 12 + 16 * at;
    file.copy(font, to, entry, entry + 4);
    file.copy(font, to + 4, entry + 16, entry + 20);
    font.writeUInt32BE(end, to + 8);
    font.writeUInt32BE(length, to + 12);
    bytes.copy(font, end);
    end += padded(length);
  }
  return font.buffer.slice(font.byteOffset, font.byteOffset + font.byteLength) as ArrayBuffer;
}

/** Marks that stand on the letter before them, and characters that print nothing, which HarfBuzz would leave out without a word. */
const MARK = /^\p{M}$/u;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Control}\u2800]$/u;

/** The parts of a text, each in one file of the font; null in place of the file: none has the character. */
function runsOf(fonts: readonly LoadedFont[], text: string): { font: LoadedFont | null; text: string }[] {
  const runs: { font: LoadedFont | null; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const isMark = MARK.test(character);
    const usable = UNSEEN.test(character) ? [] : isMark ? [last?.font] : [last?.font, ...fonts];
    const font = usable.find((one) => one?.has(character)) ?? null;
    if (last && last.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

const lackedBy = (fonts: readonly LoadedFont[], text: string): string[] =>
  runsOf(fonts, text).flatMap((run) => (run.font === null ? [...run.text] : []));

const buffer = new TextBuffer();

/** @throws when a character has no glyph */
function shapeLine(fonts: readonly LoadedFont[], text: string): Line {
  const line: Line = {
    text,
    glyphs: [],
    left: Infinity,
    right: -Infinity,
    top: -Infinity,
    bottom: Infinity,
    advance: 0,
  };
  for (const run of runsOf(fonts, text)) {
    if (!run.font) throw new Error("a character without a glyph");
    const { font, unitsPerEm, paths } = run.font;
    buffer.reset();
    buffer.addText(run.text);
    buffer.guessSegmentProperties();
    buffer.setDirection(Direction.LTR);
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    for (const [at, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
      const position = positions[at];
      if (glyph === 0 || !position) throw new Error("a character without a glyph");
      let path = paths.get(glyph);
      if (path === undefined) paths.set(glyph, (path = font.glyphToPath(glyph)));
      const x = line.advance + position.xOffset / unitsPerEm;
      const y = position.yOffset / unitsPerEm;
      line.glyphs.push({ path, unitsPerEm, x, y });
      line.advance += position.xAdvance / unitsPerEm;
      const extents = path === "" ? undefined : font.glyphExtents(glyph);
      if (!extents) continue;
      line.left = Math.min(line.left, x + extents.xBearing / unitsPerEm);
      line.right = Math.max(line.right, x + (extents.xBearing + extents.width) / unitsPerEm);
      line.top = Math.max(line.top, y + extents.yBearing / unitsPerEm);
      line.bottom = Math.min(line.bottom, y + (extents.yBearing + extents.height) / unitsPerEm);
    }
  }
  return line.left === Infinity ? { ...line, left: 0, right: line.advance, top: 0, bottom: 0 } : line;
}
