import type { MappingImportState, PrismaClient } from "../../../prisma/client/client.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import {
  readChanges,
  readProblems,
  readVariantNames,
  type RowWarning,
  type ChangedCell,
  type ProblemRow,
  type VariantName,
} from "./import-rows.ts";

/** The problems that a page shows; the file of problems has all of them. */
const SHOWN_PROBLEMS = 50;

/** The rows whose changed cells a page shows; the file of changes has all of them. */
const SHOWN_CHANGES = 50;

/** What a page shows of a shop's import. */
export interface ImportView {
  id: MappingImportId;
  state: MappingImportState;
  /** Mappings changed since the check: the file has to be checked again. */
  outdated: boolean;
  /** Rows of the file by what they do. */
  rows: {
    created: number;
    changed: number;
    unchanged: number;
    blank: number;
    /** With problems: these are left out. */
    wrong: number;
    /** Those of them that staff may import despite their problems. */
    overridable: number;
  };
  /** SKUs and links to check, and how many of these are checked. */
  values: { total: number; checked: number; unconfirmedSkus: number };
  /** The first of the rows with a problem. */
  problems: ProblemRow[];
  /** The cells that the first of the changing rows change. */
  changes: ChangedCell[];
  /** Rows that would be saved with artwork that may print badly, and the first of their warnings. */
  warned: { rows: number; first: (RowWarning & { name: VariantName | null })[] };
  saved: { mappings: number; orders: number };
}

type Db = { db: PrismaClient };

/** The import of a shop; null without one. */
export async function readImport(ctx: Db, shopId: ShopId): Promise<ImportView | null> {
  const row = await ctx.db.mappingImport.findUnique({ where: { shopId } });
  if (!row) return null;
  const { id, state, outdated, unchanged, blank } = row;
  const [counts, values, problems, changes, first] = await Promise.all([
    countRows(ctx, id),
    countValues(ctx, id),
    state === "checked" ? readProblems(ctx, { id, shopId }, { after: 0, take: SHOWN_PROBLEMS }) : [],
    state === "checked" ? readChanges(ctx, { id, shopId }, { after: 0, take: SHOWN_CHANGES }) : [],
    // Written by findWarnings alone.
    state === "checked" ? withNames(ctx, { id, shopId }, row.warnings as unknown as RowWarning[]) : [],
  ]);
  return {
    ...{ id, state, outdated, values, changes: changes.flatMap(({ cells }) => cells) },
    problems: problems.map(({ fileRow: _, ...shown }) => shown),
    rows: { ...counts, unchanged, blank },
    warned: { rows: row.warnedRows, first },
    saved: { mappings: row.savedMappings, orders: row.wokenOrders },
  };
}

async function countRows({ db }: Db, importId: MappingImportId) {
  const [created, changed, wrong, overridable] = await Promise.all([
    db.mappingImportRow.count({ where: { importId, wrong: false, storedAt: null } }),
    db.mappingImportRow.count({ where: { importId, wrong: false, storedAt: { not: null } } }),
    db.mappingImportRow.count({ where: { importId, wrong: true } }),
    db.mappingImportRow.count({ where: { importId, wrong: true, overridable: true } }),
  ]);
  return { created, changed, wrong, overridable };
}

async function withNames(
  ctx: Db,
  { id: importId, shopId }: { id: MappingImportId; shopId: ShopId },
  warnings: readonly RowWarning[],
): Promise<ImportView["warned"]["first"]> {
  const row = { in: warnings.map((one) => one.row) };
  const rows = await ctx.db.mappingImportRow.findMany({
    where: { importId, row },
    select: { row: true, variantGid: true },
  });
  const names = await readVariantNames(
    ctx,
    shopId,
    rows.map(({ variantGid }) => variantGid),
  );
  const nameOf = new Map(rows.map((one) => [one.row, names.get(one.variantGid) ?? null]));
  return warnings.map((one) => ({ ...one, name: nameOf.get(one.row) ?? null }));
}

async function countValues({ db }: Db, importId: MappingImportId) {
  const groups = await db.mappingImportValue.groupBy({
    by: ["checked", "unconfirmed"],
    where: { importId },
    _count: true,
  });
  const sum = (some: typeof groups) => some.reduce((total, { _count }) => total + _count, 0);
  return {
    total: sum(groups),
    checked: sum(groups.filter(({ checked }) => checked)),
    unconfirmedSkus: sum(groups.filter(({ unconfirmed }) => unconfirmed)),
  };
}
