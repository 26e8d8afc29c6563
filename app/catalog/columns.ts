import type { MappingField } from "./field-problems.ts";
import { sideName, type ArtworkSide, type FurtherSide } from "../ports/order-model.ts";
import { ARTWORK_SIDES, FURTHER_SIDES } from "../ports/sides.ts";

/** The columns that every mapping file has, by their names in the header. */
const OWN_COLUMNS = {
  variantId: "Variant ID",
  itemSku: "Print SKU",
  artworkFront: "Front artwork",
  artworkBack: "Back artwork",
  mockup: "Mockup",
  note: "Print note",
  requiredSides: "Required sides",
} as const satisfies Record<MappingField | "variantId" | "requiredSides", string>;

const SIDE_COLUMNS = Object.fromEntries(FURTHER_SIDES.map((side) => [side, `${sideName(side)} artwork`])) as Readonly<
  Record<FurtherSide, string>
>;

/** The columns of a mapping file that are read. */
export const COLUMNS = { ...OWN_COLUMNS, ...SIDE_COLUMNS };

export type Column = keyof typeof COLUMNS;
export const COLUMN_KEYS = Object.keys(COLUMNS) as Column[];

/** What is written: of the further sides, those that a mapping of the shop has artwork for. */
export const writtenColumns = (sides: readonly FurtherSide[]): Column[] =>
  COLUMN_KEYS.filter((column) => column in OWN_COLUMNS || sides.some((side) => side === column));

/** Say which variant a row is about. They are written, and read only to say what a row with a problem is about. */
export const DESCRIPTIONS = ["Product", "Variant", "Variant SKU"] as const;

/** Without these a file cannot be imported. Another column that is missing keeps its stored values. */
const REQUIRED: readonly Column[] = ["variantId", "itemSku"];

type Header =
  | { ok: true; at: ReadonlyMap<Column, number>; descriptionsAt: number[] }
  | { ok: false; missing: Column[]; twice: Column[] };

/** LibreOffice without a window takes a byte order mark for text, and with it the quotation marks of the first cell. */
const nameOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim()
    .toLowerCase();

/** Where each column stands. Other columns, and the order, do not matter. `descriptionsAt`: of DESCRIPTIONS; -1 without one. */
export function readHeader(cells: readonly string[]): Header {
  const names = cells.map(nameOf);
  const count = (column: Column) => names.filter((name) => name === COLUMNS[column].toLowerCase()).length;
  const missing = REQUIRED.filter((column) => count(column) === 0);
  const twice = COLUMN_KEYS.filter((column) => count(column) > 1);
  if (missing.length > 0 || twice.length > 0) return { ok: false, missing, twice };
  const present = COLUMN_KEYS.filter((column) => count(column) === 1);
  const placeOf = (name: string) => names.indexOf(name.toLowerCase());
  return {
    ok: true,
    at: new Map(present.map((column) => [column, placeOf(COLUMNS[column])])),
    descriptionsAt: DESCRIPTIONS.map(placeOf),
  };
}

/** How required sides are written in a file: None, Front, Front and back, or Front, back, and hood. */
export function sidesText(sides: readonly ArtworkSide[]): string {
  const names = ARTWORK_SIDES.filter((side) => sides.includes(side)).map((side) => sideName(side).toLowerCase());
  const text = names.length === 0 ? "none" : new Intl.ListFormat("en").format(names);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** The words of each side's names, the longest name first: "front bottom right" is one side, not two. */
const NAMES = ARTWORK_SIDES.flatMap((side) =>
  [wordsOf(sideName(side)), wordsOf(side)].map((words) => ({ side, words })),
).toSorted((one, other) => other.words.length - one.words.length);

/** The sides of a cell, in any order; null for any other text. */
export function parseSides(text: string): ArtworkSide[] | null {
  const words = wordsOf(text).filter((word) => word !== "and");
  if (words.join() === "none") return [];
  const sides: ArtworkSide[] = [];
  for (let at = 0; at < words.length;) {
    const found = NAMES.find((name) => name.words.every((word, place) => words[at + place] === word));
    if (!found || sides.includes(found.side)) return null;
    sides.push(found.side);
    at += found.words.length;
  }
  return sides.length === 0 ? null : ARTWORK_SIDES.filter((side) => sides.includes(side));
}
