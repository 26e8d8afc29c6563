import type { MappingField } from "./field-problems.ts";

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

export type Header =
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
