import type { MappingImportState, PrismaClient } from "@prisma/client";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import type { RowWarning } from "./find-warnings.ts";
import { isOverridable } from "../field-problems.ts";
import { readChanges, type ChangedCell } from "./import-changes.ts";
import { readProblems, type ProblemRow } from "./import-problems.ts";
import type { ImportProblem } from "./row-problems.ts";

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
  rows: { created: number; changed: number; unchanged: number; blank: number; wrong: number };
  /** SKUs and links to check, and how many of these are checked. */
  values: { total: number; checked: number; unconfirmedSkus: number };
  /** The first of the rows with a problem. */
  problems: ProblemRow[];
  /** The cells that the first of the changing rows change. */
  changes: ChangedCell[];
  /** Rows that would be saved with artwork that may print badly, and the first of their warnings. */
  warned: { rows: number; first: RowWarning[] };
  /** anyway: staff may save despite the problems. */
  canSave: "yes" | "anyway" | "no";
  saved: { mappings: number; orders: number };
}

type Db = { db: PrismaClient };

/** The import of a shop; null without one. */
export async function readImport(ctx: Db, shopId: ShopId): Promise<ImportView | null> {
  const row = await ctx.db.mappingImport.findUnique({ where: { shopId } });
  if (!row) return null;
  const { id, state, outdated, unchanged, blank } = row;
  const [counts, values, decision, problems, changes] = await Promise.all([
    countRows(ctx, id),
    countValues(ctx, id),
    readDecision(ctx, id),
    state === "checked" ? readProblems(ctx, id, { after: 0, take: SHOWN_PROBLEMS }) : [],
    state === "checked" ? readChanges(ctx, { id, shopId }, { after: 0, take: SHOWN_CHANGES }) : [],
  ]);
  const isEmpty = counts.created + counts.changed + counts.wrong === 0;
  return {
    ...{ id, state, outdated, values, problems, changes: changes.flatMap(({ cells }) => cells) },
    rows: { ...counts, unchanged, blank },
    canSave: isEmpty || outdated ? "no" : decision,
    // Written by findWarnings alone.
    warned: { rows: row.warnedRows, first: row.warnings as unknown as RowWarning[] },
    saved: { mappings: row.savedMappings, orders: row.wokenOrders },
  };
}

async function countRows({ db }: Db, importId: MappingImportId) {
  const [created, changed, wrong] = await Promise.all([
    db.mappingImportRow.count({ where: { importId, wrong: false, storedAt: null } }),
    db.mappingImportRow.count({ where: { importId, wrong: false, storedAt: { not: null } } }),
    db.mappingImportRow.count({ where: { importId, wrong: true } }),
  ]);
  return { created, changed, wrong };
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

/** Whether all rows can be saved: a problem of the row itself never allows it, one of a SKU or link may. */
async function readDecision({ db }: Db, importId: MappingImportId): Promise<ImportView["canSave"]> {
  // Of a row with a problem of its own, no SKU is kept.
  const [unusable, problems] = await Promise.all([
    db.mappingImportRow.findFirst({ where: { importId, wrong: true, itemSku: "" }, select: { id: true } }),
    db.$queryRaw<{ problem: ImportProblem }[]>`
      SELECT DISTINCT ON ("problem"->>'kind', "problem"->>'reason') "problem" FROM "MappingImportValue"
      WHERE "importId" = ${importId}::uuid AND "problem" IS NOT NULL`,
  ]);
  if (unusable) return "no";
  if (problems.length === 0) return "yes";
  return problems.every(({ problem }) => allowsSaving(problem)) ? "anyway" : "no";
}

/** A converted SKU may be one that the print service does know. */
const allowsSaving = (problem: ImportProblem): boolean =>
  problem.kind === "converted" ||
  ((problem.kind === "sku_rejected" || problem.kind === "link") && isOverridable(problem));
