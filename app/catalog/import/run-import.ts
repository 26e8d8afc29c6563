import type { MappingImport, PrismaClient } from "../../../prisma/client/client.ts";
import type { MappingImportId } from "../../ports/ids.ts";
import { readSettings } from "../../settings/settings.ts";
import type { CatalogContext } from "../context.ts";
import { checkValues } from "./check-values.ts";
import { findWarnings } from "./find-warnings.ts";
import { saveImport, wakeForImport } from "./save-import.ts";

/** Imports of many shops take turns of this length. */
const TURN_MS = 20_000;

/** The imports with work to do. */
export const importsAtWork = ({ db }: { db: PrismaClient }): Promise<{ id: MappingImportId }[]> =>
  db.mappingImport.findMany({
    where: { state: { in: ["checking", "saving", "saved"] }, shop: { uninstalledAt: null } },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });

/** Goes on with an import: checks for some time, saves, or wakes the orders. One process at a time, under a lease. */
export async function runImport(ctx: CatalogContext, id: MappingImportId, stopping: AbortSignal): Promise<void> {
  const row = await ctx.db.mappingImport.findUnique({ where: { id }, include: { shop: true } });
  if (!row) return;
  if (row.state === "saving") await saveImport(ctx, row);
  // A saved import has rows left until its orders are woken.
  if (row.state === "saving" || row.state === "saved") return wakeSaved(ctx, id);
  if (row.state !== "checking") return;
  const { shop } = row;
  const { serviceCurrency } = readSettings(shop.settings);
  const end = performance.now() + TURN_MS;
  const isOver = () => stopping.aborted || performance.now() > end;
  const pricing = { id: shop.id, printAccountId: shop.printAccountId, serviceCurrency };
  if (await checkValues(ctx, pricing, id, isOver)) await finishCheck(ctx, row);
}

async function wakeSaved(ctx: CatalogContext, id: MappingImportId): Promise<void> {
  const row = await ctx.db.mappingImport.findUnique({ where: { id, state: "saved" } });
  if (row) await wakeForImport(ctx, row);
}

/** Marks the rows whose SKU or link has a problem, and keeps the warnings of the others. */
async function finishCheck(ctx: CatalogContext, { id, shopId }: Pick<MappingImport, "id" | "shopId">): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE "MappingImportRow" r SET "wrong" = TRUE, "overridable" = found."overridable"
    FROM (
      SELECT c."id", bool_and(v."overridable") AS "overridable"
      FROM "MappingImportRow" c CROSS JOIN LATERAL (VALUES ('sku'::"MappingImportValueKind", c."itemSku"),
        ('link', c."artworkFront"), ('link', c."artworkBack"), ('link', c."mockup")) AS cell("kind", "value")
      JOIN "MappingImportValue" v ON v."importId" = c."importId" AND v."kind" = cell."kind" AND v."value" = cell."value"
      WHERE c."importId" = ${id}::uuid AND NOT c."wrong" AND v."problem" IS NOT NULL GROUP BY c."id") AS found
    WHERE r."id" = found."id"`;
  const { warnedRows, warnings } = await findWarnings(ctx, { id, shopId });
  const stored = warnings.map((one) => ({ ...one, warning: { ...one.warning } }));
  await ctx.db.mappingImport.updateMany({
    where: { id, state: "checking" },
    data: { state: "checked", warnedRows, warnings: stored },
  });
}
