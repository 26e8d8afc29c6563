import type { PrismaClient } from "../../../prisma/client/client.ts";
import { countProgress } from "../../database/count-progress.ts";
import type { ReconciliationId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of a comparison by the parts of the list. */
export async function readReconciliationProgress(
  { db }: { db: PrismaClient },
  id: ReconciliationId,
): Promise<Progress | null> {
  const row = await db.reconciliation.findUnique({ where: { id }, select: { state: true } });
  const ended = row?.state !== "reading";
  return row && countProgress(db.reconciliationPart, { of: { reconciliationId: id }, open: { complete: null }, ended });
}
