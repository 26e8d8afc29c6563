import type { PrismaClient } from "../../../prisma/client/client.ts";
import { countProgress } from "../../database/count-progress.ts";
import type { MappingImportId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of an import's check by its SKUs and links; the rest is done at once. `ended`: nothing continues without staff. */
export async function readImportProgress({ db }: { db: PrismaClient }, id: MappingImportId): Promise<Progress | null> {
  const row = await db.mappingImport.findUnique({ where: { id }, select: { state: true } });
  const ended = row?.state === "checked" || row?.state === "done";
  return row && countProgress(db.mappingImportValue, { of: { importId: id }, open: { checked: false }, ended });
}
