import type { PrismaClient } from "@prisma/client";
import type { ReconciliationId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of a comparison by the parts of the list. */
export async function readReconciliationProgress(
  { db }: { db: PrismaClient },
  id: ReconciliationId,
): Promise<Progress | null> {
  const row = await db.reconciliation.findUnique({ where: { id }, select: { state: true } });
  if (!row) return null;
  const total = await db.reconciliationPart.count({ where: { reconciliationId: id } });
  const unread = await db.reconciliationPart.count({ where: { reconciliationId: id, complete: null } });
  return { done: total - unread, total, ended: row.state !== "reading" };
}
