import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { MAPPING_FIELDS } from "../field-problems.ts";
import type { Column } from "../columns.ts";
import { sidesText } from "../sides.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import { rowBatches } from "./row-batches.ts";
import { readVariantNames, type VariantName } from "./variant-names.ts";
import type { ArtworkWarning } from "../../ports/artwork.ts";
import { readFindingsOf } from "../artwork-findings.ts";

/** A cell of a file that would change a stored mapping, and the stored text. `row`: as a spreadsheet counts. */
export interface ChangedCell {
  row: number;
  /** null: the variant was not read from Shopify. */
  name: VariantName | null;
  column: Column;
  before: string;
  after: string;
}

/** A row of the file with the cells that change its mapping. */
export interface ChangedRow {
  row: number;
  cells: ChangedCell[];
}

type Db = { db: PrismaClient };
interface Target {
  id: MappingImportId;
  shopId: ShopId;
}

/** The rows of a checked import that change mappings, in the order of the file. `after`: the last row that is known. */
export async function readChanges(
  { db }: Db,
  { id, shopId }: Target,
  { after, take }: { after: number; take: number },
): Promise<ChangedRow[]> {
  const rows = await db.mappingImportRow.findMany({
    where: { importId: id, storedAt: { not: null }, row: { gt: after } },
    orderBy: { row: "asc" },
    take,
  });
  const variantGid = { in: rows.map((row) => row.variantGid) };
  const mappings = await db.mapping.findMany({ where: { shopId, variantGid } });
  const storedOf = new Map(mappings.map((mapping) => [mapping.variantGid, mapping]));
  const names = await readVariantNames({ db }, shopId, variantGid.in);
  return rows.map((row) => {
    const stored = storedOf.get(row.variantGid);
    // Removed meanwhile: nothing of the file can be saved.
    const cells = stored ? changedCells(stored, row) : [];
    const name = names.get(row.variantGid) ?? null;
    return { row: row.row, cells: cells.map((cell) => ({ row: row.row, name, ...cell })) };
  });
}

function changedCells(stored: StoredMapping, input: StoredMapping): Omit<ChangedCell, "row" | "name">[] {
  const texts = (mapping: StoredMapping) => [
    ...MAPPING_FIELDS.map((field) => [field, mapping[field].trim()] as const),
    ["requiredSides", sidesText(mapping.requiredSides)] as const,
  ];
  const before = new Map<Column, string>(texts(stored));
  return texts(input)
    .map(([column, after]) => ({ column, before: before.get(column) ?? "", after }))
    .filter((cell) => cell.before !== cell.after);
}

/** All of them, in batches. */
export const allChanges = (ctx: Db, target: Target): AsyncGenerator<ChangedRow[]> =>
  rowBatches((range) => readChanges(ctx, target, range));

/** What may spoil the print of the artwork in a cell of a mapping file: `rows` rows of the file have it, `row` is the first. */
export interface RowWarning {
  row: number;
  rows: number;
  column: "artworkFront" | "artworkBack";
  warning: ArtworkWarning;
}

/** The warnings that a page shows. */
const SHOWN = 50;
const COLUMN_OF = { front: "artworkFront", back: "artworkBack" } as const;

/**
 * The warnings of the rows that an import would save, by what was found at their links, equal ones together; the number of
 * all such rows.
 */
export async function findWarnings(
  ctx: { db: PrismaClient },
  { id, shopId }: { id: MappingImportId; shopId: ShopId },
): Promise<{ warnedRows: number; warnings: RowWarning[] }> {
  const known = new Map<string, RowWarning>();
  let warnedRows = 0;
  const batches = rowBatches(({ after, take }) =>
    ctx.db.mappingImportRow.findMany({
      where: { importId: id, wrong: false, row: { gt: after } },
      orderBy: { row: "asc" },
      take,
      select: { row: true, artworkFront: true, artworkBack: true },
    }),
  );
  for await (const rows of batches) {
    const findingsOf = await readFindingsOf(ctx, shopId, rows);
    for (const { row, ...links } of rows) {
      const found = findingsOf(links).flatMap(({ side, warnings }) =>
        warnings.map((warning) => ({ column: COLUMN_OF[side], warning })),
      );
      if (found.length > 0) warnedRows += 1;
      for (const one of found) {
        const key = JSON.stringify(one);
        const same = known.get(key);
        if (same) same.rows += 1;
        else if (known.size < SHOWN) known.set(key, { ...one, row, rows: 1 });
      }
    }
  }
  return { warnedRows, warnings: [...known.values()] };
}
