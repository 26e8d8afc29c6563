import type { SkuHint } from "../catalog-skus.ts";
import { MAPPING_FIELDS, type FieldProblem, type FormField, type MappingField } from "../field-problems.ts";
import { isSameDraft, toDraft } from "../mapping-drafts.ts";
import { FURTHER_SIDES } from "../../ports/sides.ts";
import { parseSides, type Column } from "../columns.ts";
import { spreadsheetForm } from "../../csv/guard-cell.ts";
import { gidOf, type Gid } from "../../ports/gid.ts";
import { parseMapping, type MappingInput } from "../mappings.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { ShopId } from "../../ports/ids.ts";

/** What is wrong with a cell of a mapping file. `text`: as it stands in the file. */
export type ImportProblem =
  | FieldProblem
  /** The print service's catalog has another SKU, or none. `rejected`: the service does not take it either; else nobody could ask. */
  | { kind: "not_in_catalog"; hint: SkuHint; rejected: boolean; providerMessage: string | null }
  /** Neither the shop's products nor its mappings have the variant. */
  | { kind: "unknown_variant" }
  | { kind: "bad_variant_id" }
  /** The variant has an earlier row. */
  | { kind: "repeated"; row: number }
  /** A spreadsheet turned a number or text into this: 5.01E+13, 4-Mar, 10:00 AM. */
  | { kind: "converted"; as: "number" | "date" | "time"; text: string }
  /** The row has more cells than the header: a separator within a text, which stands for none, moved those behind it. */
  | { kind: "extra_cells" }
  /** The variant is mapped: an import removes no mapping. */
  | { kind: "cleared" }
  | { kind: "sides" };

export interface RowProblem {
  column: Column;
  problem: ImportProblem;
}

/** A row of the file: the text of each column that the file has. */
export type Cells = Partial<Record<Column, string>>;

/** A row as it stands in the file. `descriptions`: of DESCRIPTIONS; empty without one. `extra`: the cells beyond the header. */
export interface FileRow {
  descriptions: string[];
  cells: Cells;
  extra: string[];
}

/** A variant as the database knows it. */
export interface KnownVariant {
  productGid: Gid<"Product">;
  mapping: (StoredMapping & { updatedAt: Date }) | null;
}

/**
 * What a row does to the mapping of its variant. blank: a variant without a mapping that staff left so. `storedAt`: of the
 * mapping that it replaces.
 */
export type RowPlan =
  | { effect: "unchanged" | "blank" }
  | { effect: "wrong"; problems: RowProblem[] }
  | { effect: "saved"; storedAt: Date | null; input: MappingInput };

/** Whether a spreadsheet wrote a row of nothing. */
export const isEmptyRow = (cells: Cells): boolean => Object.values(cells).every((text) => text.trim() === "");

const GID = /^(?:gid:\/\/shopify\/ProductVariant\/)?(\d{1,20})$/;

/** The variant of a row, or what is wrong with its id. */
export function readVariantId(text: string): Gid<"ProductVariant"> | RowProblem {
  const id = text.trim();
  const [, number] = GID.exec(id) ?? [];
  if (number !== undefined) return gidOf("ProductVariant", number);
  const as = spreadsheetForm(id);
  return { column: "variantId", problem: as ? { kind: "converted", as, text: id } : { kind: "bad_variant_id" } };
}

/** Compares a row with what is stored. A column that the file lacks keeps its stored value. */
export function planRow(cells: Cells, variantGid: Gid<"ProductVariant">, known: KnownVariant | undefined): RowPlan {
  if (!known) return { effect: "wrong", problems: [{ column: "variantId", problem: { kind: "unknown_variant" } }] };
  const stored = known.mapping;
  const isBlank = [...MAPPING_FIELDS, ...FURTHER_SIDES].every((field) => (cells[field] ?? "").trim() === "");
  if (isBlank && !stored) return { effect: "blank" };
  if (stored && (cells.itemSku ?? "").trim() === "")
    return { effect: "wrong", problems: [{ column: "itemSku", problem: { kind: "cleared" } }] };
  const requiredSides = readSides(cells.requiredSides, stored);
  const text = (field: MappingField) => keptOrGiven(cells[field], stored?.[field]);
  const parsed = parseMapping({
    productGid: known.productGid,
    variantGid,
    itemSku: text("itemSku"),
    artworkFront: text("artworkFront"),
    artworkBack: text("artworkBack"),
    mockup: text("mockup"),
    note: text("note"),
    artworkSides: Object.fromEntries(
      FURTHER_SIDES.map((side) => [side, keptOrGiven(cells[side], stored?.artworkSides[side])]),
    ),
    requiredSides: requiredSides ?? [],
  });
  const problems: RowProblem[] = parsed.ok
    ? []
    : Object.entries(parsed.problems).map(([field, problem]) => ({ column: field as FormField, problem }));
  if (requiredSides === null) problems.push({ column: "requiredSides", problem: { kind: "sides" } });
  if (!parsed.ok || problems.length > 0) return { effect: "wrong", problems };
  if (stored && isSameDraft(toDraft(parsed.input), toDraft(stored))) return { effect: "unchanged" };
  return { effect: "saved", storedAt: stored?.updatedAt ?? null, input: parsed.input };
}

/** null: no side's name. */
function readSides(cell: string | undefined, stored: StoredMapping | null) {
  if (cell === undefined || cell.trim() === "") return stored?.requiredSides ?? (["front"] as const).slice();
  return parseSides(cell);
}

/** Spreadsheets write line breaks in a way of their own: that changes nothing. */
const lineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** The stored text where the cell says the same. Spreadsheets hide an apostrophe at the start, and save the text without it. */
function keptOrGiven(cell: string | undefined, stored = ""): string {
  if (cell === undefined) return stored;
  const [given, kept] = [lineBreaks(cell).trim(), lineBreaks(stored).trim()];
  return given === kept || `'${given}` === kept ? stored : lineBreaks(cell);
}

/** What the database knows of these variants of a shop: its products, and mappings of variants deleted in Shopify. */
export async function readKnownVariants(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, KnownVariant>> {
  const of = { shopId, variantGid: { in: [...variantGids] } };
  const [variants, mappings] = await Promise.all([
    db.productVariant.findMany({ where: { ...of, deletedAt: null }, select: { variantGid: true, productGid: true } }),
    db.mapping.findMany({ where: of }),
  ]);
  const unmapped = variants.map(({ variantGid, productGid }) => [variantGid, { productGid, mapping: null }] as const);
  const mapped = mappings.map((mapping) => [mapping.variantGid, { productGid: mapping.productGid, mapping }] as const);
  return new Map<Gid<"ProductVariant">, KnownVariant>([...unmapped, ...mapped]);
}
