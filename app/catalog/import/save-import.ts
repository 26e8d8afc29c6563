import { Prisma } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { Gid } from "../../ports/gid.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { lockToSaveMappings } from "../mappings.ts";
import { syncMappedVariants } from "../mapped-variants.ts";
import { wakeForMappings } from "../wake-for-mappings.ts";

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
export async function saveImport(ctx: SaveContext, { id, shopId }: Import): Promise<void> {
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
async function saveRows(ctx: SaveContext, tx: Tx, { id, shopId }: Import): Promise<void> {
  await lockToSaveMappings(tx, shopId);
  const claimed = await tx.mappingImport.updateMany({ where: { id, state: "saving" }, data: { state: "saved" } });
  if (claimed.count === 0) return;
  const rows = await tx.$queryRaw<{ variantGid: Gid<"ProductVariant"> }[]>`
    SELECT r."variantGid" FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED}`;
  const updatedAt = ctx.clock.now();
  const changed = await tx.$executeRaw`
    UPDATE "Mapping" m SET "productGid" = r."productGid", "itemSku" = r."itemSku", "artworkFront" = r."artworkFront",
      "artworkBack" = r."artworkBack", "mockup" = r."mockup", "note" = r."note", "requiredSides" = r."requiredSides",
      "updatedAt" = ${updatedAt}, "variantFactsHash" = CASE WHEN m."itemSku" = r."itemSku" THEN m."variantFactsHash" END
    FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED} AND m."shopId" = ${shopId}::uuid AND m."variantGid" = r."variantGid"
      AND m."updatedAt" = r."storedAt"`;
  const created = await tx.$executeRaw`
    INSERT INTO "Mapping" ("id", "shopId", "productGid", "variantGid", "itemSku", "artworkFront", "artworkBack", "mockup",
      "note", "requiredSides", "updatedAt")
    SELECT r."id", ${shopId}::uuid, r."productGid", r."variantGid", r."itemSku", r."artworkFront", r."artworkBack",
      r."mockup", r."note", r."requiredSides", ${updatedAt}
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

/** Rechecks the orders that wait for the saved mappings, and deletes the saved rows. The others stay for staff to fix. */
export async function wakeForImport(ctx: SaveContext, { id, shopId }: Import): Promise<void> {
  const products = await ctx.db.$queryRaw<{ productGid: Gid<"Product"> }[]>`
    SELECT DISTINCT r."productGid" FROM "MappingImportRow" r JOIN "MappingImport" i ON i."id" = r."importId"
    WHERE r."importId" = ${id}::uuid AND ${SAVED}`;
  const gids = products.map(({ productGid }) => productGid);
  const { length: wokenOrders } = await wakeForMappings(ctx, shopId, gids);
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM "MappingImportRow" r USING "MappingImport" i
      WHERE i."id" = ${id}::uuid AND r."importId" = i."id" AND ${SAVED}`;
    await tx.mappingImportValue.deleteMany({ where: { importId: id, problem: { equals: Prisma.DbNull } } });
    await tx.mappingImport.updateMany({ where: { id, state: "saved" }, data: { state: "done", wokenOrders } });
  });
}
