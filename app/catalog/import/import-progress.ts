import type { PrismaClient } from "@prisma/client";
import type { MappingImportId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of an import's check by its SKUs and links; the rest is done at once. `ended`: nothing goes on without staff. */
export async function readImportProgress({ db }: { db: PrismaClient }, id: MappingImportId): Promise<Progress | null> {
  const row = await db.mappingImport.findUnique({ where: { id }, select: { state: true } });
  if (!row) return null;
  const total = await db.mappingImportValue.count({ where: { importId: id } });
  const unchecked = await db.mappingImportValue.count({ where: { importId: id, checked: false } });
  const ended = row.state === "checked" || row.state === "done";
  return { done: total - unchecked, total, ended };
}
