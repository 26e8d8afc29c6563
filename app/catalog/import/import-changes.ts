import type { PrismaClient } from "@prisma/client";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { MAPPING_FIELDS } from "../field-problems.ts";
import type { Column } from "../columns.ts";
import { sidesText } from "../sides.ts";
import type { StoredMapping } from "../stored-mapping.ts";

/** A cell of a file that would change a stored mapping, and the stored text. `row`: as a spreadsheet counts. */
export interface ChangedCell {
  row: number;
  column: Column;
  before: string;
  after: string;
}

type Db = { db: PrismaClient };
interface Target {
  id: MappingImportId;
  shopId: ShopId;
}

/**
 * The cells that change mappings, of so many rows in the order of the file, and the last of these rows. `after`: the last row
 * that is known; null: there is no further one.
 */
export async function readChanges(
  { db }: Db,
  { id, shopId }: Target,
  { after, take }: { after: number; take: number },
): Promise<{ cells: ChangedCell[]; lastRow: number } | null> {
  const rows = await db.mappingImportRow.findMany({
    where: { importId: id, storedAt: { not: null }, row: { gt: after } },
    orderBy: { row: "asc" },
    take,
  });
  const last = rows.at(-1);
  if (!last) return null;
  const variantGid = { in: rows.map((row) => row.variantGid) };
  const mappings = await db.mapping.findMany({ where: { shopId, variantGid } });
  const storedOf = new Map(mappings.map((mapping) => [mapping.variantGid, mapping]));
  const cells = rows.flatMap((row) => {
    const stored = storedOf.get(row.variantGid);
    // Removed meanwhile: nothing of the file can be saved.
    return stored ? changedCells(stored, row).map((cell) => ({ row: row.row, ...cell })) : [];
  });
  return { cells, lastRow: last.row };
}

function changedCells(stored: StoredMapping, input: StoredMapping): Omit<ChangedCell, "row">[] {
  const texts = (mapping: StoredMapping) => [
    ...MAPPING_FIELDS.map((field) => [field, mapping[field].trim()] as const),
    ["requiredSides", sidesText(mapping.requiredSides)] as const,
  ];
  const before = new Map<Column, string>(texts(stored));
  return texts(input)
    .map(([column, after]) => ({ column, before: before.get(column) ?? "", after }))
    .filter((cell) => cell.before !== cell.after);
}

const BATCH = 500;

/** All of them, in batches. */
export async function* allChanges(ctx: Db, target: Target): AsyncGenerator<ChangedCell[]> {
  let after = 0;
  for (;;) {
    const batch = await readChanges(ctx, target, { after, take: BATCH });
    if (!batch) return;
    yield batch.cells;
    after = batch.lastRow;
  }
}
