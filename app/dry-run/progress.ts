import type { PrismaClient } from "../../prisma/client/client.ts";
import { countProgress } from "../database/count-progress.ts";
import type { DryRunId } from "../ports/ids.ts";
import type { Progress } from "../ports/progress.ts";
import { isActive } from "./context.ts";

/** The progress of a dry run by its orders. */
export async function readDryRunProgress({ db }: { db: PrismaClient }, id: DryRunId): Promise<Progress | null> {
  const run = await db.dryRun.findUnique({ where: { id }, select: { state: true } });
  return run && countProgress(db.dryRunOrder, { of: { dryRunId: id }, open: { outcome: null }, ended: !isActive(run) });
}
