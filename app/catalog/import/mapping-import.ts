import { Prisma, type PrismaClient, type MappingImportState } from "../../../prisma/client/client.ts";
import type { MappingImportId, PrintAccountId, ShopId } from "../../ports/ids.ts";
import { pricingShop } from "../../quotes/price-basket.ts";
import type { CatalogContext } from "../context.ts";
import { checkValues } from "./check-values.ts";
import {
  findWarnings,
  readChanges,
  readProblems,
  readVariantNames,
  type RowWarning,
  type ChangedCell,
  type ProblemRow,
  type VariantName,
} from "./import-rows.ts";
import type { Gid } from "../../ports/gid.ts";
import { lockToSaveMappings } from "../mappings.ts";
import { syncMappedVariants } from "../variant-copy.ts";
import { wakeForMappings } from "../save-shown-mappings.ts";
import { countProgress, defineRun } from "../../long-runs/engine.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";

/** Checks imports, saves what staff approved, and wakes the orders that wait for it. */
export const mappingImportRun = defineRun<CatalogContext, MappingImportId>({
  kind: "mapping_import",
  everyMs: 2_000,
  due: ({ db }) =>
    db.mappingImport.findMany({
      where: { state: { in: ["checking", "saving", "saved"] }, shop: { uninstalledAt: null } },
      orderBy: { createdAt: "asc" },
      select: { id: true, shopId: true },
    }),
  async step(ctx, id, turn) {
    const row = await ctx.db.mappingImport.findUnique({ where: { id }, include: { shop: true } });
    if (!row) return;
    if (row.state === "saving") await saveImport(ctx, row);
    // A saved import has rows left until its orders are woken.
    if (row.state !== "checking") return wakeForImport(ctx, id);
    const { id: shopId, printAccountId } = row.shop;
    if (await checkValues(ctx, pricingShop(row.shop), id, turn)) await finishCheck(ctx, { id, shopId, printAccountId });
  },
  /** By the SKUs and links of its check; the rest is done at once. */
  progress: ({ db }, importId) => countProgress(db.mappingImportValue, { importId }, { checked: false }),
});

/** Marks the rows whose SKU or link has a problem, and keeps the warnings of the others. */
async function finishCheck(
  ctx: CatalogContext,
  { id, shopId, printAccountId }: Import & { printAccountId: PrintAccountId | null },
): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE "MappingImportRow" r SET "wrong" = TRUE, "overridable" = found."overridable"
    FROM (
      SELECT c."id", bool_and(v."overridable") AS "overridable"
      FROM "MappingImportRow" c CROSS JOIN LATERAL (VALUES ('sku'::"MappingImportValueKind", c."itemSku"),
        ('link', c."artworkFront"), ('link', c."artworkBack"), ('link', c."mockup")
        UNION ALL SELECT 'link', side."value" FROM jsonb_each_text(c."artworkSides") side) AS cell("kind", "value")
      JOIN "MappingImportValue" v ON v."importId" = c."importId" AND v."kind" = cell."kind" AND v."value" = cell."value"
      WHERE c."importId" = ${id}::uuid AND NOT c."wrong" AND v."problem" IS NOT NULL GROUP BY c."id") AS found
    WHERE r."id" = found."id"`;
  const { warnedRows, warnings } = await findWarnings(ctx, { id, shopId, printAccountId });
  const stored = warnings.map((one) => ({ ...one, warning: { ...one.warning } }));
  await ctx.db.mappingImport.updateMany({
    where: { id, state: "checking" },
    data: { state: "checked", warnedRows, warnings: stored },
  });
}

type SaveContext = Pick<CatalogContext, "db" | "clock" | "wake">;

interface Import {
  id: MappingImportId;
  shopId: ShopId;
}

/** Of 100,000 rows, with a wide margin. */
const SAVE_TIMEOUT_MS = 120_000;

/** The rows (`r`) of an import (`i`) that staff wants saved. */
const SAVED = Prisma.sql`(NOT r."wrong" OR (r."overridable" AND i."withProblems"))`;

class OutdatedError extends Error {
  override name = "OutdatedError";
}

/**
 * Saves the rows of an import that staff wants saved in one transaction, or none where a mapping changed, or a variant was marked as never
 * printed, since the file was compared. With the same SKU, what Shopify changed of a variant stays to be reviewed. The orders are
 * woken by `wakeForImport`, after a crash as well.
 */
async function saveImport(ctx: SaveContext, { id, shopId }: Import): Promise<void> {
  try {
    await ctx.db.$transaction((tx) => saveRows(ctx, tx, { id, shopId }), { timeout: SAVE_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error;
    await ctx.db.mappingImport.updateMany({
      where: { id, state: "saving" },
      data: { state: "checked", outdated: true },
    });
  }
}

/** @throws ErasedShop; OutdatedError where a variant is not what its row was compared with */
async function saveRows(ctx: SaveContext, tx: Prisma.TransactionClient, { id, shopId }: Import): Promise<void> {
  await lockToSaveMappings(tx, shopId);
  const claimed = await tx.mappingImport.updateMany({ where: { id, state: "saving" }, data: { state: "saved" } });
  if (claimed.count === 0) return;
  const rows = await tx.$queryRaw<{ variantGid: Gid<"ProductVariant"> }[]>`
    SELECT r."variantGid" FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED}`;
  const updatedAt = ctx.clock.now();
  const changed = await tx.$executeRaw`
    UPDATE "Mapping" m SET "productGid" = r."productGid", "itemSku" = r."itemSku", "artworkFront" = r."artworkFront",
      "artworkBack" = r."artworkBack", "mockup" = r."mockup", "artworkSides" = r."artworkSides", "note" = r."note",
      "requiredSides" = r."requiredSides", "updatedAt" = ${updatedAt}, "variantFactsHash" = CASE WHEN m."itemSku" = r."itemSku" THEN m."variantFactsHash" END
    FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED} AND m."shopId" = ${shopId}::uuid AND m."variantGid" = r."variantGid"
      AND m."updatedAt" = r."storedAt"`;
  const created = await tx.$executeRaw`
    INSERT INTO "Mapping" ("id", "shopId", "productGid", "variantGid", "itemSku", "artworkFront", "artworkBack", "mockup",
      "artworkSides", "note", "requiredSides", "updatedAt")
    SELECT r."id", ${shopId}::uuid, r."productGid", r."variantGid", r."itemSku", r."artworkFront", r."artworkBack",
      r."mockup", r."artworkSides", r."note", r."requiredSides", ${updatedAt}
    FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED} AND r."storedAt" IS NULL AND NOT EXISTS (
      SELECT FROM "NotPrinted" n WHERE n."shopId" = i."shopId" AND n."productGid" = r."productGid"
        AND n."variantGid" IN ('', r."variantGid") AND n."createdAt" >= i."createdAt")
    ON CONFLICT ("shopId", "variantGid") DO NOTHING`;
  if (changed + created !== rows.length) throw new OutdatedError("a variant changed since the file was compared");
  await tx.$executeRaw`
    DELETE FROM "NotPrinted" n USING "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED} AND n."shopId" = ${shopId}::uuid AND n."variantGid" = r."variantGid"`;
  await syncMappedVariants(
    tx,
    shopId,
    rows.map(({ variantGid }) => variantGid),
  );
  await tx.mappingImport.update({ where: { id }, data: { savedMappings: rows.length } });
}

/** Of a saved import: rechecks the orders that wait for the mappings, and deletes the saved rows. The others stay for staff to fix. */
async function wakeForImport(ctx: SaveContext, id: MappingImportId): Promise<void> {
  const row = await ctx.db.mappingImport.findUnique({ where: { id, state: "saved" } });
  if (!row) return;
  const products = await ctx.db.$queryRaw<{ productGid: Gid<"Product"> }[]>`
    SELECT DISTINCT r."productGid" FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED}`;
  const gids = products.map(({ productGid }) => productGid);
  const { length: wokenOrders } = await wakeForMappings(ctx, row.shopId, gids);
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM "MappingImportRow" r USING "MappingImport" i
      WHERE i."id" = ${id}::uuid AND r."importId" = i."id" AND ${SAVED}`;
    await tx.mappingImportValue.deleteMany({ where: { importId: id, problem: { equals: Prisma.DbNull } } });
    await tx.mappingImport.updateMany({ where: { id, state: "saved" }, data: { state: "done", wokenOrders } });
  });
}

type Db = { db: PrismaClient };

/**
 * Staff wants the checked import saved, without the rows that have problems. `withProblems`: with those of them that staff
 * may override. blocked: no row is left to save, or a mapping changed meanwhile; nothing is saved.
 */
export async function approveImport(
  ctx: Db,
  shopId: ShopId,
  id: MappingImportId,
  withProblems: boolean,
  note?: NoteAction,
): Promise<"saving" | "blocked"> {
  const view = await readImport(ctx, shopId);
  if (view?.id !== id) return "blocked";
  const { created, changed, overridable } = view.rows;
  if (created + changed + (withProblems ? overridable : 0) === 0) return "blocked";
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.mappingImport.updateMany({
      where: { id, shopId, state: "checked", outdated: false },
      data: { state: "saving", withProblems },
    });
    if (count === 0) return "blocked";
    await note?.(tx, "mappings_imported");
    return "saving";
  });
}

/** Forgets an import and its file, unless it is being saved. */
export async function discardImport({ db }: Db, shopId: ShopId, id: MappingImportId): Promise<boolean> {
  const state = { notIn: ["saving" as const, "saved" as const] };
  const { count } = await db.mappingImport.deleteMany({ where: { id, shopId, state } });
  return count === 1;
}

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
