import type { MappingField } from "./field-problems.ts";
import type { PrintSide } from "../ports/order-model.ts";

/** The columns of a mapping file that are read, by their names in the header. */
export const COLUMNS = {
  variantId: "Variant ID",
  itemSku: "Print SKU",
  artworkFront: "Front artwork",
  artworkBack: "Back artwork",
  mockup: "Mockup",
  note: "Print note",
  requiredSides: "Required sides",
} as const satisfies Record<MappingField | "variantId" | "requiredSides", string>;

export type Column = keyof typeof COLUMNS;
export const COLUMN_KEYS = Object.keys(COLUMNS) as Column[];

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

const WORDS: ReadonlyMap<string, PrintSide[]> = new Map([
  ["none", []],
  ["front", ["front"]],
  ["back", ["back"]],
  ["front and back", ["front", "back"]],
]);

/** How required sides are written in a file: None, Front, Back, or Front and back. */
export function sidesText(sides: readonly PrintSide[]): string {
  const [text = ""] = [...WORDS].find(([, all]) => sameSides(all, sides)) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sides of a cell, in either order; null for any other text. */
export function parseSides(text: string): PrintSide[] | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const sides = words.filter((word) => word !== "and").toSorted((one, other) => other.localeCompare(one));
  return WORDS.get(sides.join(" and ")) ?? null;
}

/** Whether both name the same sides, in whatever order. */
export const sameSides = (one: readonly PrintSide[], other: readonly PrintSide[]): boolean =>
  one.length === other.length && one.every((side) => other.includes(side));
